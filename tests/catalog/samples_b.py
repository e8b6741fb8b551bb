# SPDX-License-Identifier: Apache-2.0
"""Pods by role of the samples of serving kinds, Grove, Sandbox and Milvus, worked out from what their operators
do with the manifest."""

from __future__ import annotations

_NO_MILVUS = dict.fromkeys(
    (
        "standalone",
        "proxy",
        "mixcoord",
        "rootcoord",
        "datacoord",
        "querycoord",
        "indexcoord",
        "datanode",
        "querynode",
        "indexnode",
        "streamingnode",
        "cdc",
    ),
    0,
)
_NO_KSERVE = {"predictor": 0, "worker": 0, "transformer": 0, "explainer": 0}
_NO_LLM = dict.fromkeys(("main", "worker", "prefill", "prefill-worker", "scheduler", "tokenizer"), 0)
_PIPELINE = "samples/nimpipeline"

#: File below the shared folder, and after # the kind where a file holds several: role as users write it -> pods it
#: wants; None is not known.
SAMPLES: dict[str, dict[str, int | None]] = {
    # minReplicas is 1 where it is not written.
    "samples/inferenceservice/custom-simple.yaml": {**_NO_KSERVE, "predictor": 1},
    "samples/inferenceservice/sklearn.yaml": {**_NO_KSERVE, "predictor": 1},
    "samples/inferenceservice/transformer.yaml": {**_NO_KSERVE, "predictor": 1, "transformer": 1},
    # Groups of data / dataLocal = 2 pods, once for each of the two; one scheduler.
    "samples/llminferenceservice/dp-ep-deepseek-r1-pd.yaml": {
        **_NO_LLM,
        "main": 1,
        "worker": 1,
        "prefill": 1,
        "prefill-worker": 1,
        "scheduler": 1,
    },
    "samples/llminferenceservice/opt-125m-cpu.yaml": {**_NO_LLM, "main": 1, "scheduler": 1},
    "samples/llminferenceservice/pd-qwen2-7b-gpu.yaml": {**_NO_LLM, "main": 1, "prefill": 2, "scheduler": 1},
    "manifests/llmisvc/running.yaml": {**_NO_LLM, "main": 1},
    # Nothing keeps a pod while nobody calls.
    "samples/knative-service/autoscale.yaml": {"revision": None},
    "samples/knative-service/helloworld.yaml": {"revision": None},
    "samples/knative-service/multicontainer.yaml": {"revision": None},
    # The autoscaler's minimum.
    "samples/nimservice/autoscaling-llm.yaml#NIMService": {"nimservice": 1},
    "samples/nimservice/autoscaling-llm.yaml#NIMCache": {"puller": 1},
    "samples/nimservice/basic-llm.yaml#NIMService": {"nimservice": 1},
    "samples/nimservice/basic-llm.yaml#NIMCache": {"puller": 1},
    # One replica over a pipeline of 2 nodes.
    "samples/nimservice/multi-node.yaml#NIMService": {"nimservice": 2},
    "samples/nimservice/multi-node.yaml#NIMCache": {"puller": 1},
    "manifests/nim/running.yaml": {"nimservice": 1},
    "samples/nimcache/hf-nimcache.yaml": {"puller": 1},
    "samples/nimcache/ngc-nimcache.yaml": {"puller": 1},
    f"{_PIPELINE}/guardrail-pipeline.yaml": {
        "service/content-safety-guard": 1,
        "service/topic-control-guard": 1,
        "service/jailbreak-detect-guard": 1,
    },
    f"{_PIPELINE}/rag-pipeline.yaml": {
        "service/meta-llama3-8b-instruct": 1,
        "service/nv-embedqa-1b-v2": 1,
        "service/nv-rerankqa-1b-v2": 1,
    },
    "samples/dynamographdeployment/v1alpha1-agg.yaml": {"service/Frontend": 1, "service/VllmDecodeWorker": 1},
    # Two nodes for each replica of the workers.
    "samples/dynamographdeployment/v1alpha1-disagg-multinode.yaml": {
        "service/Frontend": 1,
        "service/decode": 2,
        "service/prefill": 2,
    },
    "samples/dynamographdeployment/v1beta1-disagg-multinode.yaml": {
        "component/Frontend": 1,
        "component/decode": 2,
        "component/prefill": 2,
    },
    # Scaling groups: prefill twice (1 + 4 pods), decode once (1 + 2).
    "samples/podcliqueset/multi-node-disaggregated.yaml": {
        "clique/pleader": 2,
        "clique/pworker": 8,
        "clique/dleader": 1,
        "clique/dworker": 2,
    },
    "samples/podcliqueset/simple1.yaml": {"clique/pca": 3, "clique/pcb": 2, "clique/pcc": 2, "clique/pcd": 2},
    "samples/podcliqueset/single-node-aggregated.yaml": {"clique/model-worker": 2},
    "samples/sandbox/hello-world.yaml": {"sandbox": 1},
    "samples/sandbox/jupyterlab.yaml": {"sandbox": 1},
    "samples/sandbox/vscode-sandbox.yaml": {"sandbox": 1},
    "manifests/sandbox/running.yaml": {"sandbox": 1},
    "samples/milvus/milvus_default.yaml": {**_NO_MILVUS, "standalone": 1},
    # Five parts from 2.6 on, which is what is run where no image is named.
    "samples/milvus/milvus_cluster_default.yaml": {
        **_NO_MILVUS,
        **dict.fromkeys(("proxy", "mixcoord", "datanode", "querynode", "streamingnode"), 1),
    },
    # The sums of the groups.
    "samples/milvus/milvus_deployment_groups.yaml": {
        **_NO_MILVUS,
        "proxy": 2,
        "mixcoord": 1,
        "datanode": 4,
        "querynode": 4,
        "streamingnode": 2,
    },
    "manifests/milvus/initializing.yaml": {**_NO_MILVUS, "standalone": 1},
}
