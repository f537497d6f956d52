import { BASE_PATH } from '@consilium/contract/addresses.ts'
import manifest from '../package.json' with { type: 'json' }
import { openApiDocument } from '@consilium/contract/openapi.ts'
import { operations } from '@consilium/contract/routes.ts'
import { signedAgreementRoutes } from '@consilium/contract/signed-agreements.ts'
import type { FastifyInstance } from 'fastify'
import { createCommands } from './commands.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { layFoundation } from './foundation.ts'
import type { Clock } from './infra/clock.ts'
import type { DomainEvent } from './domain/events.ts'
import { hearCommands } from './infra/control.ts'
import type { Db } from './infra/db/db.ts'
import { once } from './infra/db/drain.ts'
import type { Engine } from './infra/db/engine.ts'
import { openEngine } from './infra/db/open-engine.ts'
import { openEventBus } from './infra/db/events.ts'
import { createDailyCounts, type DailyCounts } from './infra/db/daily-counts.ts'
import { createIdempotencyStore } from './infra/db/idempotency-store.ts'
import { migrateToLatest } from './infra/db/migrate.ts'
import { serveDocument } from './infra/http/api-document.ts'
import { createBind } from './infra/http/bind.ts'
import { createFileWork } from './infra/file-work/file-work.ts'
import { createDevices, type Devices } from './infra/http/device-cookie.ts'
import { bindHealth } from './infra/http/health.ts'
import { createRateLimiter, type RateLimiter } from './infra/http/rate-limit.ts'
import { createMetrics, serveMetrics, type MetricsServer } from './infra/http/metrics.ts'
import { bindPublicPages, bindVerifyRedirect, loadPublicPages } from './infra/http/public-pages.ts'
import { createServer } from './infra/http/server.ts'
import { createUploadIntake, type UploadIntake } from './infra/http/upload.ts'
import { bindWeb, openWeb } from './infra/http/web.ts'
import { createJobs, type Jobs } from './infra/jobs/jobs.ts'
import type { Log } from './infra/log.ts'
import { createMalwareScanner } from './infra/malware-scanner.ts'
import { createOcrClient } from './infra/ocr-client.ts'
import { loadSigningKey } from './infra/pdf-signing/key-store.ts'
import { createPdfSigner } from './infra/pdf-signing/signer.ts'
import { createPdfRenderer } from './infra/pdf/render.ts'
import { keepPrivate } from './infra/private-folder.ts'
import { createSms } from './infra/sms.ts'
import { createSheetReader } from './infra/spreadsheet/sheet-reader.ts'
import { bindFactors } from './modules/accounts/factor-routes.ts'
import { bindAccounts } from './modules/accounts/routes.ts'
import { createAccounts } from './modules/accounts/service.ts'
import { bindAgreements } from './modules/agreements/routes.ts'
import { createAgreements } from './modules/agreements/service.ts'
import { bindAttendees } from './modules/attendees/routes.ts'
import { createAttendees } from './modules/attendees/service.ts'
import { bindOperationLog } from './modules/operation-log/routes.ts'
import { createOperationLog } from './modules/operation-log/service.ts'
import { bindDictionaries } from './modules/dictionaries/routes.ts'
import { createDictionaries } from './modules/dictionaries/service.ts'
import { bindExperts } from './modules/experts/routes.ts'
import { createExperts } from './modules/experts/service.ts'
import { bindFiles } from './modules/files/routes.ts'
import { createFiles } from './modules/files/service.ts'
import { bindIntents } from './modules/intents/routes.ts'
import { createIntents } from './modules/intents/service.ts'
import { bindRecognition } from './modules/recognition/routes.ts'
import { createRecognition } from './modules/recognition/service.ts'
import { bindInvoices } from './modules/invoices/routes.ts'
import { createInvoices } from './modules/invoices/service.ts'
import { bindFees } from './modules/fees/routes.ts'
import { createFees } from './modules/fees/service.ts'
import { bindMaterials } from './modules/materials/routes.ts'
import { createMaterials } from './modules/materials/service.ts'
import { bindMeetingWorkflow } from './modules/meeting-workflow/routes.ts'
import { createMeetingWorkflow } from './modules/meeting-workflow/service.ts'
import { bindMessages } from './modules/messages/routes.ts'
import { createMessages } from './modules/messages/service.ts'
import { bindOrganizations } from './modules/organizations/routes.ts'
import { createOrganizations } from './modules/organizations/service.ts'
import { bindPersons } from './modules/persons/routes.ts'
import { createPersons } from './modules/persons/service.ts'
import { bindPlans } from './modules/plans/routes.ts'
import { createPlans } from './modules/plans/service.ts'
import { bindProfile } from './modules/profile/routes.ts'
import { createProfile } from './modules/profile/service.ts'
import { bindProjects } from './modules/projects/routes.ts'
import { createProjects } from './modules/projects/service.ts'

export const VERSION = manifest.version
const PDF_THREADS = 1
const SHEET_THREADS = 1
const FILE_THREADS = 2
const PURGE_EVERY_MS = 10 * 60_000

function createModules(context: Context) {
  const dictionaries = createDictionaries(context)
  const operationLog = createOperationLog(context)
  const files = createFiles(context)
  const messages = createMessages(context)
  const accounts = createAccounts(context, { messages })
  const persons = createPersons(context, { accounts, dictionaries })
  const organizations = createOrganizations(context, { accounts, persons, dictionaries })
  const experts = createExperts(context, { accounts, messages, files, dictionaries })
  const projects = createProjects(context, { accounts, organizations })
  const plans = createPlans(context, { files, messages, dictionaries })
  const intents = createIntents(context)
  accounts.onRegistration(intents.publicitySupport.linkPhone)
  accounts.onRegistration(intents.publicityExecution.linkPhone)
  const fees = createFees(context, { organizations })
  const agreements = createAgreements(context, { accounts, files, experts, messages })
  const attendees = createAttendees(context, {
    experts,
    agreements,
    messages,
    files,
    fees,
    dictionaries,
  })
  const meetingWorkflow = createMeetingWorkflow(context, {
    projects,
    attendees,
    agreements,
    experts,
    dictionaries,
    messages,
  })
  const materials = createMaterials(context, { dictionaries, files })
  const invoices = createInvoices(context, { dictionaries, files })
  const recognition = createRecognition(context, { files, invoices })
  const profile = createProfile({ accounts, persons, organizations, experts, messages })
  return {
    dictionaries,
    operationLog,
    files,
    messages,
    accounts,
    persons,
    organizations,
    experts,
    projects,
    plans,
    intents,
    agreements,
    attendees,
    meetingWorkflow,
    fees,
    materials,
    invoices,
    recognition,
    profile,
  }
}

type Modules = ReturnType<typeof createModules>
type Idempotency = ReturnType<typeof createIdempotencyStore>

interface Guards {
  devices: Devices
  idempotency: Idempotency
  rateLimiter: RateLimiter
  uploads: UploadIntake
}

function bindModules(app: FastifyInstance, modules: Modules, config: Config, guards: Guards): void {
  const on = createBind(app, {
    names: new Map(operations.map(({ name, route }) => [route, name])),
    authenticate: (token, use) => modules.accounts.sessions.authenticate(token, use),
    recordOperation: (entry) => modules.operationLog.record(entry),
    cookie: { path: BASE_PATH, secure: config.servesHttps },
    ...guards,
  })
  bindAccounts(on, modules.accounts)
  bindFactors(on, modules.accounts)
  bindProfile(on, modules.profile)
  bindOrganizations(on, modules.organizations)
  bindPersons(on, modules.persons)
  bindExperts(on, modules.experts)
  bindProjects(on, modules.projects)
  bindPlans(on, modules.plans)
  bindIntents(on, modules.intents)
  bindMeetingWorkflow(on, modules.meetingWorkflow)
  bindFees(on, modules.fees)
  bindAttendees(on, modules.attendees)
  bindMaterials(on, modules.materials)
  bindInvoices(on, modules.invoices)
  bindRecognition(on, modules.recognition)
  bindAgreements(on, modules.agreements)
  bindMessages(on, modules.messages)
  bindFiles(on, modules.files)
  bindDictionaries(on, modules.dictionaries)
  bindOperationLog(on, modules.operationLog)
}

/** Serves the public pages. Without them, the address printed on signed agreements redirects to the API. */
async function servePublicPages(app: FastifyInstance, { webDir, publicUrl }: Config): Promise<void> {
  const renderer = await loadPublicPages(webDir)
  if (renderer) return bindPublicPages(app, renderer, { apiPath: BASE_PATH, publicUrl })
  bindVerifyRedirect(app, BASE_PATH + signedAgreementRoutes.verify.path)
}

export interface AppOptions {
  config: Config
  log: Log
  /** Called when the process cannot continue. */
  onFatal: (error: Error) => void
  clock?: Clock
  heartbeatMs?: number
  /** A closed data folder from which a new embedded database is copied. */
  databaseTemplate?: string
}

export interface App {
  /** Address of the server, once it listens. */
  url: string
  engine: Engine
  db: Db
  /** Whether the web app is served, or only the API. */
  servesWeb: boolean
  /** Address of `/metrics`; null if it is not served. */
  metricsUrl: string | null
  /** The first administrator's password; null if this start did not create the account. */
  firstPassword: string | null
  close(): Promise<void>
}

async function openContext(options: AppOptions, engine: Engine): Promise<Context> {
  const { config, log } = options
  const foundation = await layFoundation(options, engine, (db) =>
    migrateToLatest(db, { warn: (message) => log.warn(message) }),
  )
  const signingKey = await loadSigningKey({
    file: config.signingKeyFile,
    passphrase: config.signingKeyPassphrase,
    name: config.signingName,
    dataDir: config.dataDir,
  })
  const events = await openEventBus<DomainEvent>(engine, log)
  return {
    ...foundation,
    events,
    fileWork: createFileWork({ threads: FILE_THREADS }),
    jobs: createJobs(engine, events, log),
    ocr: createOcrClient({ url: config.ocrUrl, apiKey: config.ocrApiKey, log }),
    pdf: createPdfRenderer({ threads: PDF_THREADS }),
    signer: await createPdfSigner(signingKey),
    sheets: createSheetReader({ threads: SHEET_THREADS }),
    sms: createSms({
      fixedCode: config.smsFixedCode,
      webhook: config.smsWebhook,
      dataDir: config.dataDir,
    }),
    ...(options.heartbeatMs === undefined ? {} : { heartbeatMs: options.heartbeatMs }),
  }
}

function schedulePurges(
  modules: Modules,
  { idempotency, counts }: { idempotency: Idempotency; counts: DailyCounts },
  log: Log,
): () => void {
  const purge = () => {
    const runs = [
      modules.accounts.purgeExpired(),
      modules.persons.imports.purge(),
      idempotency.purge(),
      counts.purge(),
    ]
    void Promise.all(runs).catch((error: unknown) => log.error(error))
  }
  const timer = setInterval(purge, PURGE_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Opens the database, migrates it and serves every module. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, log } = options
  await keepPrivate(config.dataDir, log)
  const engine = await openEngine({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    timeZone: config.timeZone,
    log,
    onFatal: options.onFatal,
    template: options.databaseTemplate,
  })
  let jobs: Jobs | undefined
  let metricsServer: MetricsServer | null = null
  try {
    const context = await openContext(options, engine)
    jobs = context.jobs
    const modules = createModules(context)
    const idempotency = createIdempotencyStore(context.db, context.keys)
    const counts = createDailyCounts(context)
    const firstPassword = await modules.accounts.ensureAdmin(config.adminPassword)
    const app = await createServer({
      log,
      trustedProxies: config.trustedProxies,
      https: config.servesHttps,
      warningsAs200: config.warningsAs200,
    })
    const metrics = createMetrics(app)
    const uploads = createUploadIntake(
      `${config.dataDir}/incoming`,
      createMalwareScanner(config.malwareScanner, log),
      counts,
    )
    const rateLimiter = await createRateLimiter(app, {
      address: config.anonymousRequestsPerMinute,
      account: config.accountRequestsPerMinute,
    })
    const devices = createDevices(context.keys, { secure: config.servesHttps })
    const guards = { idempotency, rateLimiter, uploads, devices }
    await app.register(async (api) => bindModules(api, modules, config, guards), { prefix: BASE_PATH })
    const document = openApiDocument({ serverUrl: (config.publicUrl ?? '') + BASE_PATH, version: VERSION })
    const { onRequest: limit } = rateLimiter({ rateLimit: 'reading' })
    await serveDocument(app, document, { basePath: BASE_PATH, limit })
    bindHealth(app, { database: () => engine.state() })
    const web = openWeb(config.webDir)
    await servePublicPages(app, config)
    await bindWeb(app, web, `${BASE_PATH}/docs/`)
    await context.jobs.start()
    const { chain } = modules.operationLog
    chain.start()
    const stopHearing =
      engine.kind === 'embedded' ? hearCommands(config.dataDir, createCommands(context, chain), log) : null
    const stopPurges = schedulePurges(modules, { idempotency, counts }, log)
    const url = await app.listen({ host: config.host, port: config.port })
    metricsServer = config.metrics && (await serveMetrics(metrics, config.metrics))
    return {
      url,
      engine,
      db: context.db,
      servesWeb: web !== null,
      metricsUrl: metricsServer?.url ?? null,
      firstPassword,
      close: once(async () => {
        stopPurges()
        await stopHearing?.()
        modules.messages.close()
        await app.close()
        await metricsServer?.close()
        await context.jobs.close()
        await modules.persons.imports.close()
        await chain.stop()
        await context.pdf.close()
        await context.sheets.close()
        await context.fileWork.close()
        await engine.close()
      }),
    }
  } catch (error) {
    await jobs?.close()
    await engine.close()
    throw error
  }
}
