/**
 * Whether Kubernetes sets the variable for a service, as it does in every container of its
 * namespace: one named `everlong-server` gives `EVERLONG_SERVER_PORT=tcp://10.0.0.1:8787` and others.
 */
export function isOfKubernetes(name: string, value: string): boolean {
  return ofService.test(name) || (name.endsWith('_PORT') && address.test(value));
}

const ofService = /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)/;
const address = /^(?:tcp|udp|sctp):\/\//;
