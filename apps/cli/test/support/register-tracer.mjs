// What `NODE_OPTIONS=--import` names: registers a tracer that exports to the OTLP receiver of
// OTEL_EXPORTER_OTLP_ENDPOINT.
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

const spanProcessors = [new SimpleSpanProcessor({ exporter: new OTLPTraceExporter() })];
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));
