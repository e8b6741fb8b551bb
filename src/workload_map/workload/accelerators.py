# SPDX-License-Identifier: Apache-2.0
"""Which resource names and annotations ask for accelerators, and how each is counted.

Five ways of asking are told apart, because they cannot be added up: whole devices, slices that have a profile
(MIG), parts of a device (a fraction), device memory, and claims of dynamic resource allocation (`dra`).
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "FRACTION",
    "MEMORY_MIB",
    "MIG_PREFIX",
    "PARTIAL_DEVICES",
    "SHARING",
    "WHOLE_DEVICES",
    "Sharing",
    "is_accelerator",
    "is_whole_device",
    "mig_profile",
]

#: The key under which parts of devices are summed: 0.5 is half of one device.
FRACTION = "gpu-fraction"
#: The key under which device memory asked for by size is summed, in MiB.
MEMORY_MIB = "gpu-memory"
#: NVIDIA's device plugin (strategy ``mixed``) names a slice by this prefix and its profile.
MIG_PREFIX = "nvidia.com/mig-"

#: Names that stand for whole devices, each with the software that registers it.
WHOLE_DEVICES: dict[str, str] = {
    "nvidia.com/gpu": "NVIDIA k8s-device-plugin",
    "nvidia.com/pgpu": "NVIDIA kubevirt-gpu-device-plugin (passthrough, default alias)",
    "volcano.sh/vgpu-number": "Volcano vGPU device plugin (whole while no memory is given)",
    "alpha.kubernetes.io/nvidia-gpu": "Kubernetes before 1.11",
    "amd.com/gpu": "AMD k8s-device-plugin (strategy single)",
    "gpu.intel.com/i915": "Intel GPU device plugin, i915 driver",
    "gpu.intel.com/xe": "Intel GPU device plugin, xe driver",
    "habana.ai/gaudi": "Intel Gaudi device plugin",
    "google.com/tpu": "GKE TPU device plugin (chips)",
    "aws.amazon.com/neuron": "AWS Neuron device plugin",
    "aws.amazon.com/neurondevice": "AWS Neuron device plugin before 2.20",
    "huawei.com/Ascend310": "Huawei Ascend device plugin",
    "huawei.com/Ascend310P": "Huawei Ascend device plugin",
    "huawei.com/Ascend910": "Huawei Ascend device plugin",
    "huawei.com/npu": "Huawei MindCluster device plugin (one name for all chips)",
    "cambricon.com/mlu": "Cambricon device plugin (default mode)",
    "hygon.com/dcu": "Hygon DCU device plugin",
    "metax-tech.com/gpu": "MetaX gpu-device",
    "mthreads.com/gpu": "Moore Threads device plugin",
    "enflame.com/gcu": "Enflame gcu device plugin",
    "iluvatar.com/gpu": "Iluvatar device plugin",
    "birentech.com/gpu": "Biren device plugin",
    "kunlunxin.com/xpu": "Kunlunxin device plugin",
    "alibabacloud.com/ppu": "T-Head PPU device plugin",
    "qualcomm.com/qaic": "Qualcomm Cloud AI device plugin",
}

#: Names that stand for less than a device and say nothing of how much: listed by name, in no sum of devices.
PARTIAL_DEVICES: dict[str, str] = {
    "nvidia.com/gpu.shared": "NVIDIA k8s-device-plugin (time-slicing or MPS with renameByDefault)",
    "aws.amazon.com/neuroncore": "AWS Neuron device plugin (cores of a device)",
    "aliyun.com/gpu-mem": "Alibaba gpushare device plugin (GiB)",
    "cambricon.com/vmlu": "HAMi, Cambricon",
    "hygon.com/dcunum": "HAMi, Hygon",
    "iluvatar.ai/vgpu": "HAMi, Iluvatar",
    "kunlunxin.com/vxpu": "HAMi, Kunlunxin",
    "metax-tech.com/sgpu": "HAMi, MetaX",
    "mthreads.com/vgpu": "HAMi, Moore Threads",
}


@dataclass(frozen=True)
class Sharing:
    """The resource names of one device-sharing system.

    `count` is how many devices a container is given a part of, `memory` the MiB of each, `percent` the
    hundredths of each one's memory, `cores` the hundredths of its compute units. Source: the default names
    in the configuration of HAMi (``device-config.yaml``) and of Volcano's vGPU device plugin.
    """

    system: str
    count: str
    memory: str
    percent: str
    cores: str

    @property
    def parts(self) -> tuple[str, str, str]:
        """The three names that say how much of a device is wanted: memory, percent, cores."""
        return (self.memory, self.percent, self.cores)


SHARING: tuple[Sharing, ...] = (
    Sharing(
        "HAMi", "nvidia.com/gpu", "nvidia.com/gpumem", "nvidia.com/gpumem-percentage", "nvidia.com/gpucores"
    ),
    Sharing(
        "Volcano vGPU",
        "volcano.sh/vgpu-number",
        "volcano.sh/vgpu-memory",
        "volcano.sh/vgpu-memory-percentage",
        "volcano.sh/vgpu-cores",
    ),
)

_SHARING_NAMES = frozenset(name for sharing in SHARING for name in sharing.parts)


def is_whole_device(name: str) -> bool:
    """Whether a resource name stands for whole devices, by the table `WHOLE_DEVICES`."""
    return name in WHOLE_DEVICES


def mig_profile(name: str) -> str | None:
    """The profile (``1g.5gb``) of a resource name that stands for MIG slices, else None."""
    return name[len(MIG_PREFIX) :] if name.startswith(MIG_PREFIX) else None


def is_accelerator(name: str) -> bool:
    """Whether a resource name asks for an accelerator in any of the ways this module knows."""
    return (
        name in WHOLE_DEVICES
        or name in _SHARING_NAMES
        or name in PARTIAL_DEVICES
        or name.startswith(MIG_PREFIX)
    )
