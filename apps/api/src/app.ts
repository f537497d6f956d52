import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import type { GatePreset } from '@consilium/contract/gates/gate-presets.ts'
import { openApiDocumentInSteps } from '@consilium/contract/openapi.ts'
import { operations } from '@consilium/contract/routes.ts'
import { signedAgreementRoutes } from '@consilium/contract/signing/signed-agreements.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { SNAPSHOT_COMMAND, snapshotCommand } from './backup/snapshot.ts'
import { createCommands } from './commands/commands.ts'
import { SET_CLOCK_COMMAND, setClockCommand, type Clockwork } from './commands/set-clock.ts'
import type { Config } from './settings/config.ts'
import type { Context } from './context.ts'
import { createReaders } from './readers/readers.ts'
import type { Retention } from './settings/operation-settings.ts'
import { bindModules, createModules, type Modules } from './modules.ts'
import { openContext, type ContextOptions } from './open-context.ts'
import { openDatabase, VERSION, type DatabaseOptions, type OpenedDatabase } from './open-database.ts'
import { hearCommands } from './infra/control.ts'
import type { Db } from './infra/db/db.ts'
import { createSearchedTexts } from './infra/db/schema/searched-texts.ts'
import { once } from './infra/db/engine/drain.ts'
import type { Engine } from './infra/db/engine/engine.ts'
import { createDailyCounts, type DailyCounts } from './infra/db/counts/daily-counts.ts'
import { createIdempotencyStore } from './infra/db/idempotency-store.ts'
import { createRateCounts } from './infra/db/counts/rate-counts.ts'
import { serveDocument } from './infra/http/api-document.ts'
import { startReading } from './infra/event-log/reading.ts'
import { createBind } from './infra/http/bind.ts'
import { addDraining } from './infra/http/draining.ts'
import { createDevices, type Devices } from './infra/http/cookies/device-cookie.ts'
import { bindHealth } from './infra/http/metrics/health.ts'
import { addPartMetrics } from './infra/http/metrics/part-metrics.ts'
import { createRateLimiter, type RateLimiter } from './infra/http/limits/rate-limit.ts'
import { createMetrics, serveMetrics, type MetricsServer } from './infra/http/metrics/metrics.ts'
import {
  answersOf,
  bindPages,
  bindVerifyRedirect,
  loadPages,
  type PageAnswers,
} from './infra/http/pages/rendered-pages.ts'
import { createServer } from './infra/http/server.ts'
import { createUploadIntake, type UploadIntake } from './infra/http/uploads/upload.ts'
import { bindWeb, openWeb, sendShell, type Web } from './infra/http/pages/web.ts'
import type { Clock } from './infra/clock.ts'
import type { Log } from './infra/log.ts'
import type { Jobs } from './infra/jobs/jobs.ts'
import type { Actor } from './domain/actor.ts'
import { createMalwareScanner } from './infra/malware-scanner.ts'
import type { ReadRoom } from './infra/storage/disks.ts'
import { createMeasures, measured } from './infra/health/measures.ts'
import { expiryWarning } from '@consilium/pades/expiry.ts'
import { followCalls, watchParts } from './parts.ts'
import { closeWorkerThreads } from './worker-threads.ts'

const PURGE_EVERY_MS = 10 * 60_000
const WAKE_EVERY_MS = 30_000
/** A proxy may use a connection that it has kept open a little longer, and is then told to go elsewhere. */
const REFUSING_MS = 500
const SECOND_MS = 1000

type Idempotency = ReturnType<typeof createIdempotencyStore>

interface Guards {
  devices: Devices
  idempotency: Idempotency
  rateLimiter: RateLimiter
  uploads: UploadIntake
}

function serveModules(app: FastifyInstance, modules: Modules, config: Config, guards: Guards): void {
  const on = createBind<Actor>(app, {
    names: new Map(operations.map(({ name, route }) => [route, name])),
    authenticate: (token, use) => modules.accounts.sessions.authenticate(token, use),
    authenticateKey: (key) => modules.accounts.keys.authenticate(key),
    recordOperation: (entry) => modules.operationLog.record(entry),
    lastChange: (done) => modules.operationLog.lastDoneBy(done),
    cookie: { path: BASE_PATH, secure: config.servesHttps },
    ...guards,
  })
  bindModules(on, modules)
}

const NOT_FOUND = 404

/**
 * Serves the pages that this process renders, if the web apps were built. Without the public ones, the address printed on
 * signed agreements redirects to the API. Returns what answers at addresses that are none; people of the office see it in the
 * frame of the office.
 */
async function serveRenderedPages(
  app: FastifyInstance,
  { web, clock }: { web: Web | null; clock: Clock },
  { webDir, publicUrl }: Config,
): Promise<PageAnswers | null> {
  const settings = {
    apiPath: BASE_PATH,
    publicUrl,
    clock,
    otherwise: (reply: FastifyReply) => (web ? sendShell(reply, web) : (reply.callNotFound(), reply)),
  }
  const ofPublic = await loadPages(webDir, 'public')
  if (ofPublic) await bindPages(app, ofPublic, { ...settings, withSession: false })
  else bindVerifyRedirect(app, BASE_PATH + signedAgreementRoutes.verify.path)
  const ofExperts = await loadPages(webDir, 'expert')
  if (!ofExperts) return null
  const withSession = { ...settings, withSession: true }
  await bindPages(app, ofExperts, withSession)
  return answersOf(app, ofExperts, {
    ...withSession,
    otherwise: (reply) => settings.otherwise(reply.code(NOT_FOUND)),
  })
}

export interface AppOptions extends ContextOptions, DatabaseOptions {
  /** The database, if it is being opened already. */
  opened?: Promise<OpenedDatabase>
  /** Reads the room of disks, if not that of the system. */
  readRoom?: ReadRoom
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
  /** The first administrator's password; null unless this start has created it. */
  firstPassword: string | null
  /** The preset of the gate policy that is in force; null for rules of the installation's own. */
  gatePreset: GatePreset | null
  /** Deletes what has expired, as happens by schedule. */
  purge(): Promise<void>
  /** Starts what has become due, as happens by schedule. */
  wake(): Promise<void>
  /** Removes stored bytes that no record has claimed for so long. */
  collectFiles(keptSeconds?: number): Promise<number>
  /**
   * Becomes not ready, then refuses new requests, tells event streams to come back and waits until open requests are
   * answered. Called before `close`, which cuts what is still open.
   */
  drain(): Promise<void>
  close(): Promise<void>
}

interface Purged {
  modules: Modules
  /** What else holds rows that expire. */
  stores: readonly Pick<DailyCounts, 'purge'>[]
  retention: Retention
}

/** Deletes what has expired. What fails is logged and tried again with the next run, and keeps nothing else from it. */
async function purgeExpired({ modules, stores, retention }: Purged, log: Log): Promise<void> {
  const { messageDays, operationLogDays } = retention
  const runs = [
    modules.accounts.purgeExpired(),
    modules.persons.imports.purge(),
    modules.attendance.purge(),
    modules.files.collect(),
    modules.files.purgeUnused(),
    modules.invoices.verification.purge(),
    modules.experts.identityChecks.purge(),
    modules.messages.purge(messageDays),
    modules.notices.purge(),
    modules.deliveries.purge(),
    modules.bots.purge(),
    ...(operationLogDays === null ? [] : [modules.operationLog.chain.purge(operationLogDays)]),
    ...stores.map((store) => store.purge()),
  ]
  for (const run of await Promise.allSettled(runs)) if (run.status === 'rejected') log.error(run.reason)
}

/** Starts what has become due; what fails is logged and tried again with the next run. */
async function startDue({ experts, invoices }: Modules, log: Log): Promise<void> {
  await invoices.verification.wake().catch((error: unknown) => log.error(error))
  await experts.identityChecks.wake().catch((error: unknown) => log.error(error))
}

function schedule(run: () => Promise<void>, everyMs: number): () => void {
  const timer = setInterval(() => void run(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Hears the commands of other processes, which cannot open the embedded database. */
function hearAll(service: Context & Omit<Clockwork, keyof Context>, modules: Modules): () => Promise<void> {
  const { config, engine, log } = service
  const commands = {
    ...createCommands(service, modules.operationLog.chain, () => modules.recognition.requeue()),
    [SNAPSHOT_COMMAND]: snapshotCommand(engine, config.dataDir),
    [SET_CLOCK_COMMAND]: setClockCommand(service),
  }
  return hearCommands(config.dataDir, commands, log)
}

/** Opens the database, migrates it and serves every module. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, log } = options
  const { engine, tracing } = await (options.opened ?? openDatabase(options))
  let jobs: Jobs | undefined
  let metricsServer: MetricsServer | null = null
  try {
    const measures = createMeasures()
    const opened = await openContext({ ...options, tracing }, engine)
    const scanner = createMalwareScanner(config.malwareScanner, log)
    const calls = followCalls({ ...opened, scanner }, config)
    const context = { ...opened, ...measured(measures, { ...opened, ...calls }) }
    jobs = context.jobs
    const modules = createModules(context)
    const readers = createReaders(context, modules)
    context.eventLog.readWithin(readers.within)
    const idempotency = createIdempotencyStore(context.db, context.keys)
    const counts = createDailyCounts(context)
    const firstPassword = await modules.accounts.ensureAdmin(config.adminPassword)
    const gatePreset = await modules.gates.startWith(config.mode)
    const app = await createServer({
      log,
      trustedProxies: config.trustedProxies,
      https: config.servesHttps,
      warningsAs200: config.warningsAs200,
      clientSilenceMs: config.clientSilenceSeconds * SECOND_MS,
      tracing,
    })
    const draining = addDraining(app)
    const stopping = new AbortController()
    const metrics = createMetrics(app, measures.registry)
    measures.observe({
      pool: engine.pool,
      jobs: () => context.jobs.counts(),
      streams: () => modules.messages.openStreams(),
      signedUntil: context.signer.validUntil,
      noticesWaiting: () => modules.deliveries.waiting(),
      clockAheadMs: () => context.clockDifference.measuredMs,
    })
    const uploads = createUploadIntake(config.uploadsDir, calls.scanner, counts)
    const rates = engine.kind === 'postgres' ? createRateCounts(context.db, context.keys) : null
    const rateLimiter = await createRateLimiter(app, {
      address: config.anonymousRequestsPerMinute,
      account: config.accountRequestsPerMinute,
      shared: rates,
    })
    const devices = createDevices(context.keys, { secure: config.servesHttps })
    const guards = { idempotency, rateLimiter, uploads, devices }
    await app.register(async (api) => serveModules(api, modules, config, guards), { prefix: BASE_PATH })
    const described = { serverUrl: (config.publicUrl ?? '') + BASE_PATH, version: VERSION }
    const document = () => openApiDocumentInSteps(described, () => setImmediate())
    const { onRequest: limit } = rateLimiter({ rateLimit: 'reading' })
    await serveDocument(app, document, { basePath: BASE_PATH, limit })
    const watched = watchParts(context, { engine, called: calls.parts, readRoom: options.readRoom })
    bindHealth(app, {
      health: watched.health,
      isStopping: () => stopping.signal.aborted,
      warnings: () =>
        [context.clockDifference.warning(), expiryWarning(context.signer, context.clock.now())].filter(
          (warning) => warning !== null,
        ),
    })
    addPartMetrics(app, metrics.registry, watched)
    const web = openWeb(config.webDir)
    const others = await serveRenderedPages(app, { web, clock: context.clock }, config)
    await bindWeb(app, web, { docsPath: `${BASE_PATH}/docs/`, others })
    await context.jobs.start()
    await modules.agreements.requeueProofs()
    await Promise.all([modules.batches.requeue(), modules.bankBranches.requeue()])
    const sender = modules.deliveries.start()
    const reminding = modules.reminders.start()
    const approving = modules.approvals.start()
    const telling = modules.bots.start()
    const reading = await startReading(context, readers.after)
    const { chain } = modules.operationLog
    chain.start()
    const toWake = [sender, reminding]
    const stopHearing = engine.kind === 'embedded' ? hearAll({ ...context, engine, toWake }, modules) : null
    const stopClock = context.clockDifference.follow(log)
    const stores = [idempotency, counts, createSearchedTexts(context.db), ...(rates ? [rates] : [])]
    const purge = () => purgeExpired({ modules, stores, retention: config.retention }, log)
    const wake = () => startDue(modules, log)
    const stopTimers = [schedule(purge, PURGE_EVERY_MS), schedule(wake, WAKE_EVERY_MS)]
    const url = await app.listen({ host: config.host, port: config.port })
    metricsServer = config.metrics && (await serveMetrics(metrics, config.metrics))
    return {
      url,
      engine,
      db: context.db,
      servesWeb: web !== null,
      metricsUrl: metricsServer?.url ?? null,
      firstPassword,
      gatePreset,
      purge,
      wake,
      collectFiles: (keptSeconds) => modules.files.collect(keptSeconds),
      drain: once(async () => {
        stopping.abort()
        await delay(config.drain.announceSeconds * SECOND_MS)
        draining.begin()
        modules.messages.close()
        if (config.trustedProxies) await delay(REFUSING_MS)
        const cut = await draining.untilAnswered(config.drain.seconds * SECOND_MS)
        if (cut > 0)
          log.warn({ requests: cut }, 'requests were still open when their time to finish was over')
      }),
      close: once(async () => {
        for (const stop of stopTimers) stop()
        stopClock()
        await stopHearing?.()
        modules.messages.close()
        await app.close()
        await metricsServer?.close()
        await reading.close()
        await reminding.close()
        await approving.close()
        await sender.close()
        telling.close()
        await context.jobs.close()
        await modules.persons.imports.close()
        await chain.stop()
        await context.events.close()
        context.channels.close()
        if (!options.threads) await closeWorkerThreads(context)
        await engine.close()
        await tracing.close()
      }),
    }
  } catch (error) {
    await jobs?.close()
    await engine.close()
    throw error
  }
}
