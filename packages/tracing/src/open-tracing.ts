import { NO_TRACING, type Tracing, type TracingOptions } from './tracing.ts'

/** Opens tracing if there is a collector. The libraries are loaded only then. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { settings } = options
  if (!settings) return NO_TRACING
  const { createOtlpTracing } = await import('./otlp.ts')
  return createOtlpTracing({ ...options, settings })
}
