import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The figures of `/metrics`; no label names a tenant, key or session. */
export interface Metrics {
  request(request: { method: string; route: string; status: number; seconds: number }): void;
  jobEnded(status: string): void;
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(openSessions: () => number, runningJobs: () => number): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'everlong_http_request_duration_seconds',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const jobs = new Counter({
    name: 'everlong_jobs_total',
    help: 'Jobs that ended, by how',
    labelNames: ['status'],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('everlong_open_sessions', 'Sessions kept ready in memory', openSessions);
  gauge('everlong_running_jobs', 'Jobs at work', runningJobs);
  return {
    request({ method, route, status, seconds }) {
      requests.observe({ method, route, status: String(status) }, seconds);
    },
    jobEnded: (status) => jobs.inc({ status }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
