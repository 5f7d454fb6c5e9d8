// One copy by a build of kube-informers, in a process of its own.
const { entry, kubeconfig, namespace, pod, direction, local, remote } = JSON.parse(process.argv[2]);
const { Clientset, loadConfig } = await import(entry);
const clientset = new Clientset(await loadConfig({ kubeconfig }));
const pods = clientset.coreV1().pods(namespace);
if (direction === 'to') await pods.copyTo(pod, local, remote);
else await pods.copyFrom(pod, remote, local);
await clientset.close();
