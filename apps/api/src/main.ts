import { resolve } from 'node:path'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { tracingEnvironment } from '@consilium/tracing/settings.ts'
import type { App } from './app.ts'
import { ConfigError, environmentOfRecognition, loadProcessConfig, type Config } from './settings/config.ts'
import { keptPasswordPath, passwordLine } from './commands/initial-password.ts'
import { createLog, type Log } from './infra/log.ts'
import { keepOcrProcess, type OcrProcess } from './infra/ocr/ocr-process.ts'
import { SMS_OUTBOX_FILE } from './infra/channels/open-channels.ts'
import { makePrivate } from './infra/private-folder.ts'
import { openDatabase } from './open-database.ts'

const EXIT_FAILURE = 1
const EXIT_INTERRUPTED = 130

const say = (text: string) => process.stdout.write(`${text}\n`)
const complain = (text: string) => process.stderr.write(`${text}\n`)

/** A password that the operator has given is never printed. */
function loginLine(config: Config, created: string | null): string {
  if (created !== null) return passwordLine(config, 'admin', created)
  const kept = keptPasswordPath(config)
  return `Log in as  admin (its password was set at the first start${kept ? `; see ${kept}` : ''})`
}

const GATES = {
  strict:
    'strict: meetings need what their next stage requires; the administrator can change it on the home page',
  advisory: 'advisory: checks of meetings only warn; the administrator can make them strict on the home page',
  own: 'rules of your own decide what meetings need',
} as const

function announce(config: Config, app: App): void {
  const address = config.publicUrl ?? app.url
  const codes =
    config.mode === 'development' && config.smsFixedCode
      ? `SMS codes  phones starting with 10 receive ${config.smsFixedCode}; others: ${resolve(config.dataDir, SMS_OUTBOX_FILE)}`
      : 'SMS codes  are sent through SMS_WEBHOOK_URL'
  say(`
Consilium is ready.

Web        ${app.servesWeb ? address : `not built: npm run build (looked in ${config.webDir})`}
API        ${address}${BASE_PATH}
API docs   ${address}${BASE_PATH}/docs/
${loginLine(config, app.firstPassword)}
${codes}
Gates      ${GATES[app.gatePreset ?? 'own']}
Recognition ${config.ocrUrl}${config.ocrCommand ? '   (loading its models)' : ''}
Database   ${app.engine.describe()}
Uploads    ${config.malwareScanner ? `are scanned by clamd at ${config.malwareScanner.host}:${config.malwareScanner.port}` : 'are not scanned for malware; CLAMD_ADDRESS names a ClamAV daemon'}
Metrics    ${app.metricsUrl ?? 'not served; METRICS_PORT serves them'}
Log        ${config.logFile ? resolve(config.logFile) : 'standard output'}

Next:      npm run walkthrough   (in another terminal)
`)
}

/** Null if no recognition service is to be started. */
function startOcr(config: Config, log: Log): OcrProcess | null {
  if (!config.ocrCommand) return null
  const env = environmentOfRecognition({
    OCR_LOG_FILE: resolve(config.ocrLogFile),
    OCR_HOST: '127.0.0.1',
    OCR_API_KEY: config.ocrApiKey ?? '',
    ...tracingEnvironment(config.tracing),
  })
  const healthUrl = `${config.ocrUrl}/health/live`
  return keepOcrProcess({ command: config.ocrCommand, env, log, healthUrl })
}

async function main(): Promise<void> {
  makePrivate()
  const config = loadProcessConfig()
  const log = createLog({ level: config.logLevel, file: config.logFile })
  await start(config, log).catch((error: unknown) => {
    log.fatal(error, 'cannot start')
    throw error
  })
}

async function start(config: Config, log: Log): Promise<void> {
  const fail = (error: Error) => {
    log.fatal(error)
    complain(error.message)
    process.exit(EXIT_FAILURE)
  }
  const opened = openDatabase({ config, log, onFatal: fail })
  // The service is loaded while the embedded engine starts in its thread; startApp throws what opening throws.
  opened.catch(() => {})
  const { startApp } = await import('./app.ts')
  const app = await startApp({ config, log, onFatal: fail, opened })
  const ocr = startOcr(config, log)

  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    // Ctrl-C twice: somebody does not want to wait for open requests.
    if (stopping && signal === 'SIGINT') process.exit(EXIT_INTERRUPTED)
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    say(`Consilium stops (${signal}) once the open requests are answered.`)
    app
      .drain()
      .then(() => Promise.all([app.close(), ocr?.stop()]))
      .then(() => process.exit(), fail)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Who reads that the service is ready may stop it at once, so the signals are handled before.
  announce(config, app)
}

main().catch((error: Error) => {
  // The stack of a file that cannot be read as TypeScript begins with its path and line.
  complain(
    error instanceof ConfigError
      ? `Settings:\n${error.message}`
      : `Consilium cannot start: ${error.message}\n\n${error.stack}`,
  )
  process.exit(EXIT_FAILURE)
})
