import { z } from 'zod'
import type { TracingSettings } from './tracing.ts'

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const setting = <T extends z.ZodType>(schema: T, meaning: string) =>
  z.preprocess(blankIsAbsent, schema).describe(meaning)

/** `name=value,name=value`, where values may be percent-encoded (OpenTelemetry, Protocol Exporter). */
const HEADERS = /^\s*[\w-]+=[^,]*(?:,\s*[\w-]+=[^,]*)*$/

/** The names are those of OpenTelemetry. API and recognition have the same settings. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z
      .url({ protocol: /^https?$/ })
      .refine((given) => !/^https?:\/\/[^/?#]*@/i.test(given), 'must name no user or password')
      .optional(),
    'Base address of an OpenTelemetry collector, to which traces are sent as OTLP over HTTP in JSON (port 4318 of most); none: nothing is traced',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    z.string().regex(HEADERS, 'must be name=value, with commas between several').optional(),
    'Headers for the collector, such as its key: name=value, separated by commas',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z.coerce.number().min(0).max(1).default(1),
    'The share of requests and jobs that are traced, from 0 to 1',
  ),
}

type Values = z.output<z.ZodObject<typeof tracingSettings>>

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function headersOf(text = ''): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]
    }),
  )
}

/** Null if nothing is to be traced. */
export const tracingOf = (values: Values): TracingSettings | null =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? null
    : {
        endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: headersOf(values.OTEL_EXPORTER_OTLP_HEADERS),
        share: values.OTEL_TRACES_SAMPLER_ARG,
      }

/** The settings as another process of the product reads them. */
export function tracingEnvironment(settings: TracingSettings | null): Record<string, string> {
  if (!settings) return {}
  const headers = Object.entries(settings.headers).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: settings.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers.join(','),
    OTEL_TRACES_SAMPLER_ARG: String(settings.share),
  }
}
