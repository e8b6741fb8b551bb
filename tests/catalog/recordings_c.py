# SPDX-License-Identifier: Apache-2.0
"""Where recorded Argo Workflows read otherwise than a person said, and why.

The controller looks at pods every ten seconds. Where the person looked at the pods in between, the object is, byte
for byte, the one that was given another word before (wf-dag 00 and 01, wf-fail 00 and 01), or tells the same of its
nodes (wf-dag 02 and wf-part 00): no rule on the object can give both words.
"""

from __future__ import annotations

LAGS = "the object still shows the step as Pending; only the pods show it"

KINDS = {"Workflow"}

#: (file, frame) of `recordings`: none of these kinds is there.
REPLAY: dict[tuple[str, int], tuple[str, str]] = {}

#: `recordings-live`, by file: our headline and why it is not the person's word.
LIVE: dict[str, tuple[str, str]] = {
    "argo-workflow/wf-appr/00-waits-for-approval.json": ("Initializing", LAGS),
    "argo-workflow/wf-dag/01-step-a-running.json": ("Initializing", LAGS),
    "argo-workflow/wf-dag/04-suspending.json": ("Suspending", "two pods still run"),
    "argo-workflow/wf-fail/01-a-retry-running.json": ("Degraded", LAGS),
    "argo-workflow/wf-part/00-b-failed-c-running.json": ("Running", LAGS),
}
