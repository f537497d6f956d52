import { pino } from 'pino'
import { startApp } from './app.ts'
import { ConfigError, loadProcessConfig } from './config.ts'

const EXIT_FAILURE = 1
const STANDARD_OUTPUT = 1

const print = (text: string) => process.stdout.write(`${text}\n`)
const printError = (text: string) => process.stderr.write(`${text}\n`)

async function main(): Promise<void> {
  const config = loadProcessConfig()
  const destination = config.logFile
    ? pino.destination({ dest: config.logFile, mkdir: true, sync: true, mode: 0o600 })
    : pino.destination(STANDARD_OUTPUT)
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  )
  const app = await startApp({ config, log })
  const stop = () => {
    app.close().then(
      () => process.exit(),
      () => process.exit(EXIT_FAILURE),
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)

  // Who reads that the service is ready may stop it at once, so the signals are handled before.
  print(`Recognition is at ${app.url}`)
  if (config.apiKey === null)
    print(
      'No key is needed: every program on this machine may use the service. Set OCR_API_KEY to require a key.',
    )
}

main().catch((error: Error) => {
  printError(
    error instanceof ConfigError
      ? `Settings:\n${error.message}`
      : `Recognition cannot start: ${error.message}`,
  )
  process.exit(EXIT_FAILURE)
})
