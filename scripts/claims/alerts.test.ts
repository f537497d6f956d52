import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parse, stringify } from 'yaml'

const RULES = 'deploy/monitoring/alerts.yaml'

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: Record<string, string>
  annotations: Record<string, string>
}

/** Series with a value for every minute, in promtool's notation: `a+bxn`. */
type Given = Record<string, string>

/** One alert: what it fires at, and the nearest values at which it does not. */
interface Case {
  fires: Given
  stays: Given
  /** When it fires, and a minute before that it does not yet; null: it fires at once. */
  at: string
  notYet: string | null
  /** Labels of what fires, without those of the rule. */
  labels?: Record<string, string>
  /** Between two values, and two evaluations. */
  every?: string
}

const EVERY = '1m'
const A_NODE = 'instance="a"'
const node = { instance: 'a' }
/** A value that does not change. */
const flat = (value: number) => `${value}+0x400`

const part = (name: string): Case => ({
  fires: { [`consilium_part_ready{${A_NODE},part="${name}"}`]: flat(0) },
  stays: { [`consilium_part_ready{${A_NODE},part="${name}"}`]: flat(1) },
  at: '2m',
  notYet: '1m',
  labels: { ...node, part: name },
})

/** When it last ended, in seconds since the start. */
const task = (name: string, succeeded: number, failed: number): Given => ({
  [`task_last_success_seconds{${A_NODE},task="${name}"}`]: `${succeeded}+0x100`,
  [`task_last_failure_seconds{${A_NODE},task="${name}"}`]: `${failed}+0x100`,
})
const failedTask = (name: string): Case => ({
  fires: task(name, 1000, 1001),
  stays: task(name, 1000, 1000),
  at: '0m',
  notYet: null,
})
// It is old at the first evaluation after 36 h; then it is an hour until the alert.
const oldTask = (name: string): Case => ({
  fires: task(name, 0, 0),
  stays: task(name, 3600, 0),
  at: '37h30m',
  notYet: '37h',
  every: '30m',
})

const CASES: Record<string, Case[]> = {
  ConsiliumDown: [
    {
      fires: { [`up{${A_NODE},job="consilium"}`]: flat(0) },
      stays: { [`up{${A_NODE},job="consilium"}`]: flat(1) },
      at: '2m',
      notYet: '1m',
      labels: { ...node, job: 'consilium' },
    },
  ],
  ConsiliumErrors: [
    {
      fires: {
        [`http_request_duration_seconds_count{${A_NODE},status="5xx"}`]: '0+11x30',
        [`http_request_duration_seconds_count{${A_NODE},status="2xx"}`]: '0+989x30',
      },
      stays: {
        [`http_request_duration_seconds_count{${A_NODE},status="5xx"}`]: '0+9x30',
        [`http_request_duration_seconds_count{${A_NODE},status="2xx"}`]: '0+991x30',
      },
      at: '6m',
      notYet: '5m',
    },
  ],
  ConsiliumSlow: [
    {
      fires: {
        [`http_request_duration_seconds_bucket{${A_NODE},le="1"}`]: '0+94x30',
        [`http_request_duration_seconds_bucket{${A_NODE},le="5"}`]: '0+100x30',
        [`http_request_duration_seconds_bucket{${A_NODE},le="+Inf"}`]: '0+100x30',
      },
      stays: {
        [`http_request_duration_seconds_bucket{${A_NODE},le="1"}`]: '0+96x30',
        [`http_request_duration_seconds_bucket{${A_NODE},le="5"}`]: '0+100x30',
        [`http_request_duration_seconds_bucket{${A_NODE},le="+Inf"}`]: '0+100x30',
      },
      at: '11m',
      notYet: '10m',
    },
  ],
  ConsiliumPoolWaiting: [
    {
      fires: { [`db_pool_waiting{${A_NODE}}`]: flat(1) },
      stays: { [`db_pool_waiting{${A_NODE}}`]: '1 0 1 0 1 0 1 0' },
      at: '2m',
      notYet: '1m',
      labels: node,
    },
  ],
  ConsiliumJobsWaiting: [
    {
      fires: { [`jobs{${A_NODE},queue="recognition",state="waiting"}`]: flat(201) },
      stays: { [`jobs{${A_NODE},queue="recognition",state="waiting"}`]: flat(200) },
      at: '15m',
      notYet: '14m',
      labels: { queue: 'recognition' },
    },
  ],
  ConsiliumRecognitionDown: [
    {
      fires: { [`recognition_request_duration_seconds_count{${A_NODE},outcome="down"}`]: '0+1x30' },
      stays: { [`recognition_request_duration_seconds_count{${A_NODE},outcome="busy"}`]: '0+1x30' },
      at: '15m',
      notYet: '5m',
    },
    {
      fires: { [`recognition_request_duration_seconds_count{${A_NODE},outcome="refused"}`]: '0+0.4x30' },
      stays: { [`recognition_request_duration_seconds_count{${A_NODE},outcome="refused"}`]: '0+0.3x30' },
      at: '16m',
      notYet: '1m',
    },
  ],
  ConsiliumSmsFailing: [
    {
      fires: { [`sms_messages_total{${A_NODE},kind="code",result="failed"}`]: '0+0.4x30' },
      stays: { [`sms_messages_total{${A_NODE},kind="code",result="failed"}`]: '0+0.3x30' },
      at: '10m',
      notYet: null,
    },
  ],
  ConsiliumNoticesFailing: [
    {
      fires: {
        [`notice_calls_total{${A_NODE},channel="mail",result="again"}`]: '0+1x40',
        [`notice_calls_total{${A_NODE},channel="mail",result="accepted"}`]: flat(9),
      },
      stays: {
        [`notice_calls_total{${A_NODE},channel="mail",result="again"}`]: '0+1x40',
        [`notice_calls_total{${A_NODE},channel="mail",result="accepted"}`]: '0+1x40',
        [`notice_calls_total{${A_NODE},channel="sms",result="final"}`]: '0+0.3x40',
      },
      at: '20m',
      notYet: '5m',
      labels: { channel: 'mail' },
    },
  ],
  ConsiliumNoticesWaiting: [
    {
      fires: { [`notice_waiting_seconds{${A_NODE},channel="wecom"}`]: flat(1801) },
      stays: { [`notice_waiting_seconds{${A_NODE},channel="wecom"}`]: flat(1800) },
      at: '5m',
      notYet: '4m',
      labels: { channel: 'wecom' },
    },
  ],
  ConsiliumVerifierFailing: [
    {
      fires: { [`invoice_verifications_total{${A_NODE},result="UNREACHABLE"}`]: '0+1x30' },
      stays: { [`invoice_verifications_total{${A_NODE},result="RETRY_LATER"}`]: '0+1x30' },
      at: '15m',
      notYet: '5m',
    },
    {
      fires: { [`invoice_verifications_total{${A_NODE},result="ANSWER_INVALID"}`]: '0+0.4x40' },
      stays: { [`invoice_verifications_total{${A_NODE},result="ANSWER_INVALID"}`]: '0+0.3x40' },
      at: '25m',
      notYet: '10m',
    },
  ],
  ConsiliumIdentityVerifierFailing: (['UNREACHABLE', 'FAULT', 'REFUSED', 'ANSWER_INVALID'] as const).flatMap(
    (result): Case[] => [
      {
        fires: { [`identity_verifications_total{${A_NODE},result="${result}"}`]: '0+1x30' },
        stays: {
          [`identity_verifications_total{${A_NODE},result="retryLater"}`]: '0+1x30',
          [`identity_verifications_total{${A_NODE},result="unknown"}`]: '0+1x30',
          [`identity_verifications_total{${A_NODE},result="mismatch"}`]: '0+1x30',
        },
        at: '15m',
        notYet: '5m',
      },
      {
        fires: { [`identity_verifications_total{${A_NODE},result="${result}"}`]: '0+0.4x40' },
        stays: { [`identity_verifications_total{${A_NODE},result="${result}"}`]: '0+0.3x40' },
        at: '25m',
        notYet: '10m',
      },
    ],
  ),
  ConsiliumDiskFull: [
    {
      fires: {
        [`disk_bytes{${A_NODE},disk="files",kind="available"}`]: flat(99),
        [`disk_bytes{${A_NODE},disk="files",kind="size"}`]: flat(1000),
      },
      stays: {
        [`disk_bytes{${A_NODE},disk="files",kind="available"}`]: flat(101),
        [`disk_bytes{${A_NODE},disk="files",kind="size"}`]: flat(1000),
      },
      at: '5m',
      notYet: '4m',
      labels: { ...node, disk: 'files' },
    },
  ],
  ConsiliumLoopLag: [
    {
      fires: { [`nodejs_eventloop_lag_p99_seconds{${A_NODE}}`]: flat(0.26) },
      stays: { [`nodejs_eventloop_lag_p99_seconds{${A_NODE}}`]: flat(0.25) },
      at: '10m',
      notYet: '9m',
    },
  ],
  ConsiliumMemory: [
    {
      fires: { [`process_resident_memory_bytes{${A_NODE}}`]: flat(1_500_000_001) },
      stays: { [`process_resident_memory_bytes{${A_NODE}}`]: flat(1_500_000_000) },
      at: '15m',
      notYet: '14m',
    },
  ],
  ConsiliumSealedValue: [
    {
      fires: { [`sealed_values_invalid_total{${A_NODE}}`]: '0x4 1x10' },
      stays: { [`sealed_values_invalid_total{${A_NODE}}`]: flat(1) },
      at: '8m',
      notYet: '4m',
    },
    {
      fires: {
        [`consilium_failed_requests_total{${A_NODE},error="SEALED_VALUE_INVALID"}`]: '0x4 1x10',
      },
      stays: { [`consilium_failed_requests_total{${A_NODE},error="DATABASE_BUSY"}`]: '0x4 1x10' },
      at: '8m',
      notYet: '4m',
    },
  ],
  ConsiliumSigningCertificate: [
    {
      fires: { [`signing_certificate_not_after_seconds{${A_NODE}}`]: flat(30 * 86_400 + 60) },
      stays: { [`signing_certificate_not_after_seconds{${A_NODE}}`]: flat(30 * 86_400 + 120) },
      at: '2m',
      notYet: '1m',
    },
  ],
  ConsiliumNotReady: [
    {
      fires: { [`consilium_ready{${A_NODE}}`]: flat(0) },
      stays: { [`consilium_ready{${A_NODE}}`]: flat(1) },
      at: '1m',
      notYet: '0m',
      labels: node,
    },
  ],
  ConsiliumStorageFailing: [part('storage')],
  ConsiliumPartFailing: [
    { ...part('recognition'), at: '10m', notYet: '9m' },
    {
      ...part('timestamps'),
      stays: {
        [`consilium_part_ready{${A_NODE},part="storage"}`]: flat(0),
        [`consilium_part_ready{${A_NODE},part="database"}`]: flat(0),
        [`consilium_part_ready{${A_NODE},part="logDisk"}`]: flat(0),
      },
      at: '10m',
      notYet: '9m',
    },
  ],
  ConsiliumDiskLow: [
    { ...part('filesDisk'), at: '5m', notYet: '4m' },
    { ...part('logDisk'), at: '5m', notYet: '4m' },
  ],
  ConsiliumBackupFailed: [failedTask('backup')],
  ConsiliumBackupOld: [oldTask('backup')],
  ConsiliumLogBroken: [failedTask('verify-log')],
  ConsiliumLogUnverified: [oldTask('verify-log')],
  ConsiliumClock: [
    {
      fires: { [`clock_ahead_seconds{${A_NODE}}`]: flat(2) },
      stays: { [`clock_ahead_seconds{${A_NODE}}`]: flat(1.9) },
      at: '5m',
      notYet: '4m',
      labels: node,
    },
    {
      fires: { [`clock_ahead_seconds{${A_NODE}}`]: flat(-2) },
      stays: { [`clock_ahead_seconds{${A_NODE}}`]: flat(-1.9) },
      at: '5m',
      notYet: '4m',
      labels: node,
    },
  ],
}

const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

/** What Prometheus makes of the labels that an annotation names. */
const rendered = (text: string, labels: Record<string, string>) =>
  text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_all, name: string) => labels[name] ?? '')

/** Two tests in promtool's form: one with what it fires at, one with what it stays quiet at. */
function testsOf({ alert, labels: own, annotations }: Rule, given: Case): object[] {
  const { fires, stays, at, notYet, labels = {}, every: interval = EVERY } = given
  const series = (of: Given) => Object.entries(of).map(([name, values]) => ({ series: name, values }))
  const expected = {
    exp_labels: { ...own, ...labels },
    exp_annotations: Object.fromEntries(
      Object.entries(annotations).map(([name, text]) => [name, rendered(text, labels)]),
    ),
  }
  const quiet = (time: string) => ({ eval_time: time, alertname: alert, exp_alerts: [] })
  const firing = { eval_time: at, alertname: alert, exp_alerts: [expected] }
  return [
    {
      interval,
      input_series: series(fires),
      alert_rule_test: notYet === null ? [firing] : [quiet(notYet), firing],
    },
    { interval, input_series: series(stays), alert_rule_test: [quiet(at)] },
  ]
}

/** Runs promtool and returns what it says if it does not agree. */
function promtool(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { encoding: 'utf8' })
  if (error) throw error
  return status === 0 ? '' : stdout + stderr
}

test('FLT-30: every alert has its cases, and promtool finds the rules in order', () => {
  assert.deepEqual(rules.map(({ alert }) => alert).toSorted(), Object.keys(CASES).toSorted())
  assert.equal(promtool('check', 'rules', RULES), '')
})

test('FLT-30 TRU-10: every alert fires when it should, and neither before nor below', () => {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-alerts-'))
  try {
    const cases = rules.flatMap((rule) => (CASES[rule.alert] ?? []).map((given) => ({ rule, given })))
    const paths = [EVERY, '30m'].map((evaluated) => {
      const path = join(folder, `every-${evaluated}.yaml`)
      const tests = cases
        .filter(({ given }) => (given.every ?? EVERY) === evaluated)
        .flatMap(({ rule, given }) => testsOf(rule, given))
      writeFileSync(path, stringify({ rule_files: [resolve(RULES)], evaluation_interval: evaluated, tests }))
      return path
    })
    assert.equal(promtool('test', 'rules', ...paths), '')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
