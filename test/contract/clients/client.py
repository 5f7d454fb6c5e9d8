"""The Python client (python3-kubernetes). Prints what clients.ts expects."""

import json
import sys

from kubernetes import client, config, watch
from kubernetes.client.rest import ApiException

namespace = sys.argv[1]
config.load_kube_config()
core = client.CoreV1Api()
# ApisApi asks for /apis/, which not every server has.
groups, _, _ = client.ApiClient().call_api(
    "/apis", "GET", response_type="V1APIGroupList", auth_settings=["BearerToken"]
)

before = core.list_namespaced_config_map(namespace).metadata.resource_version
body = client.V1ConfigMap(metadata=client.V1ObjectMeta(name="a"), data={"k": "v"})
created = core.create_namespaced_config_map(namespace, body)
listed = core.list_namespaced_config_map(namespace)
patched = core.patch_namespaced_config_map("a", namespace, {"data": {"k": "w"}})
core.delete_namespaced_config_map("a", namespace)
missing = None
try:
    core.read_namespaced_config_map("a", namespace)
except ApiException as error:
    missing = error.status

events = []
stream = watch.Watch()
for event in stream.stream(core.list_namespaced_config_map, namespace, resource_version=before):
    events.append(f"{event['type']} {event['object'].metadata.name}")
    if event["type"] == "DELETED":
        stream.stop()

print(
    json.dumps(
        {
            "discovered": any(group.name == "apps" for group in groups.groups),
            "created": created.metadata.name,
            "listed": [item.metadata.name for item in listed.items],
            "patched": patched.data,
            "missing": missing,
            "events": events,
        }
    )
)
