/**
 * The modules of apps/api/src/modules, bottom to top. A module may import the service and read the tables of any module
 * on a lower line; on its own line only those of the modules under `on`.
 */
export const MODULES: Readonly<Record<string, { line: number; on: readonly string[] }>> = {
  dictionaries: { line: 1, on: [] },
  'operation-log': { line: 1, on: [] },
  files: { line: 1, on: [] },
  messages: { line: 1, on: [] },
  decisions: { line: 1, on: [] },
  accounts: { line: 2, on: [] },
  persons: { line: 3, on: [] },
  organizations: { line: 3, on: ['persons'] },
  experts: { line: 3, on: [] },
  consents: { line: 3, on: [] },
  'list-views': { line: 3, on: [] },
  notices: { line: 3, on: [] },
  profile: { line: 3, on: ['persons', 'organizations', 'experts'] },
  dimensions: { line: 3, on: ['organizations'] },
  projects: { line: 4, on: [] },
  hospitals: { line: 4, on: [] },
  meetings: { line: 5, on: [] },
  approvals: { line: 5, on: [] },
  timelines: { line: 6, on: [] },
  waivers: { line: 6, on: [] },
  fees: { line: 6, on: [] },
  agreements: { line: 7, on: [] },
  caps: { line: 7, on: ['agreements'] },
  budgets: { line: 7, on: ['agreements'] },
  attendees: { line: 8, on: [] },
  papers: { line: 8, on: [] },
  attendance: { line: 8, on: ['attendees', 'papers'] },
  materials: { line: 8, on: [] },
  invoices: { line: 8, on: ['materials'] },
  recognition: { line: 8, on: ['invoices'] },
  bots: { line: 9, on: ['deliveries'] },
  'bank-branches': { line: 9, on: [] },
  'bank-files': { line: 9, on: [] },
  calendars: { line: 9, on: [] },
  deliveries: { line: 9, on: [] },
  payments: { line: 9, on: ['gates'] },
  plans: { line: 9, on: [] },
  intents: { line: 9, on: [] },
  gates: { line: 9, on: [] },
  batches: { line: 10, on: [] },
  'meeting-workflow': { line: 10, on: [] },
  reminders: { line: 10, on: [] },
  overviews: { line: 11, on: [] },
  'payment-papers': { line: 11, on: [] },
}

/** True if the first module may use the second one. */
export function standsOn(upper: string, lower: string): boolean {
  const [above, below] = [MODULES[upper], MODULES[lower]]
  if (!above || !below) return false
  return below.line < above.line || (below.line === above.line && above.on.includes(lower))
}

/** Exceptions: tables of higher modules that a module reads, each with the reason. */
export const UPWARD_READS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  messages: { sys_session: 'a stream ends with the session it was opened in' },
  accounts: {
    organization: 'every request reads its caller with the organization, in one query',
    manager_portfolio: 'and with the sponsors to which it is limited',
    person: 'an account is listed under the name of its person',
    expert: 'an account is listed under the name of its expert',
  },
  experts: { hospital_name: 'experts are listed by the hospital that their unit is a name of' },
  persons: { organization: 'an organization is founded with its main person, so it stands above persons' },
  organizations: {
    labor_payment_entry: 'tax settings begin after the last payment of the payer',
    labor_tax_month: 'tax settings begin after the last month that the payer has filed',
  },
  budgets: {
    meeting_invoice: 'accepted invoices are what a budget spent',
    labor_payment_entry: 'paid fees are what a budget spent',
  },
  payments: { payment_batch_line: 'a payment goes to another account once the bank has returned one' },
  agreements: {
    meeting_attendee:
      'it offers facts of attendees to caps, budgets and itself, which are asked while an attendee is added',
  },
}

/** Exceptions: tables that a module reads although their module offers facts of them, each with the reason. */
export const DIRECT_READS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  attendees: {
    meeting:
      'the list of attendees is read along the indexes of meetings, and a detail shows the whole invitation',
    labor_agreement: 'and along those of the agreements, which it shows with the attendee',
  },
  'meeting-workflow': {
    meeting: 'it lists whole meetings: the record is in the module meetings, its pages are here',
  },
}

/** Folders of the exported paths of workspace packages. */
export const WORKSPACES: Readonly<Record<string, string>> = {
  '@consilium/archive': 'packages/archive/src',
  '@consilium/contract': 'packages/contract/src',
  '@consilium/lists': 'packages/lists/src',
  '@consilium/pades': 'packages/pades/src',
  '@consilium/pdf-layout': 'packages/pdf-layout/src',
  '@consilium/sheets': 'packages/sheets/src',
  '@consilium/test-kit': 'packages/test-kit/src',
  '@consilium/tracing': 'packages/tracing/src',
  '@consilium/web-kit': 'packages/web-kit/src',
  '@consilium/api': 'apps/api/src',
  '@consilium/ocr': 'apps/ocr/src',
  '@consilium/office': 'apps/office/src',
  '@consilium/expert': 'apps/expert/src',
}

/** Files that the check reads, relative to the root. */
export const SOURCE_PATTERNS = [
  '{packages,apps}/*/{src,synth,test,migrations}/**/*.{ts,tsx,mts,js,mjs}',
  '{scripts,e2e,bench}/**/*.{ts,tsx,mts,js,mjs}',
]

export const MAX_LINES = 400

/** Files of a folder, without those of its folders: what a listing shows at a glance. */
export const MAX_FILES_IN_FOLDER = 25

/** Exceptions: folders that hold more, each with the reason. */
export const FULL_FOLDERS: Readonly<Record<string, string>> = {
  'apps/api/migrations': 'a file for each change of the schema, in order; merged ones stay where they are',
}

/** Lines of one function without comments: what a screen shows. A component also holds its markup and columns. */
export const MAX_FUNCTION_LINES = 60
export const MAX_COMPONENT_LINES = 120

/** Exceptions: files with longer functions, how long they may be, and why they are. */
export const LONG_FUNCTIONS: Readonly<Record<string, { lines: number; reason: string }>> = {
  'apps/api/src/app.ts': {
    lines: 135,
    reason: 'the order in which a process starts, which its end reverses',
  },
  'apps/api/src/modules.ts': { lines: 135, reason: 'it creates every module, in the order of the layers' },
  'apps/api/src/infra/storage/storage.ts': {
    lines: 65,
    reason: 'one storage: each of its operations is short',
  },
  'apps/office/src/components/forms/use-record-form.ts': {
    lines: 85,
    reason: 'a hook: its parts share its state',
  },
  'apps/office/src/components/upload/use-uploads.ts': {
    lines: 65,
    reason: 'a hook: its parts share its state',
  },
  'packages/contract/src/materials/material-record.ts': {
    lines: 80,
    reason: 'a table of routes for a kind of record',
  },
}

/** Names that do not describe the content. */
export const EMPTY_NAMES = /^(?:utils?|helpers?|common)$/i

export const CONTRACT = 'packages/contract/'
export const API = 'apps/api/'
export const WEB = 'apps/office/'
export const INFRA = 'apps/api/src/infra/'
/** The part of the domain that all modules share: the caller and its reach. */
export const DOMAIN = 'apps/api/src/domain/'
export const MODULE_FOLDER = 'apps/api/src/modules/'
/** The only file that uses what pg does not promise to keep. */
export const PG_WIRE = 'apps/api/src/infra/db/statements/pg-wire.ts'
/** What is done because something happened, above all modules. */
export const READERS = 'apps/api/src/readers/'

/** The only script that installs Debian packages, and the commands that may call it. */
export const INSTALLER = 'scripts/install-packages.ts'
const INSTALLS = /^scripts\/(?:test|conformance|mutants|postgres|swift|install-packages\.test)\.ts$/
export const mayInstall = (path: string): boolean => INSTALLS.test(path)

const MODULE_PATH = /^apps\/api\/src\/modules\/([^/]+)\//
const TEST_PATH = /\.test\.tsx?$|\/test\/|^packages\/test-kit\//
const GENERATED_PATH = /\/generated\/|\.gen\.[jt]sx?$/
const SQL_PATH =
  /(?:^|\/)(?:[\w-]+-)?repository\.ts$|\/src\/domain\/(?:account-name|reach|reached-rows|references|signing|attendance|titles)\.ts$|\/infra\/(?:db|jobs)\/|^packages\/lists\/|\/migrations\//
const HTTP_PATH = /\/routes\.ts$|\/http\/|^apps\/\w+\/src\/(?:app|main)\.ts$/
const PURE_PATH = /\/(?:[\w-]+-)?(?:policy|states)\.ts$/

export const moduleOf = (path: string): string | undefined => MODULE_PATH.exec(path)?.[1]
export const isTest = (path: string): boolean => TEST_PATH.test(path)
/** Merged migrations stay as they are. */
export const isMigration = (path: string): boolean => path.includes('/migrations/')
export const isGenerated = (path: string): boolean => GENERATED_PATH.test(path)
export const isApplication = (path: string): boolean => /^(?:apps|packages)\//.test(path) && !isTest(path)
export const mayHoldSql = (path: string): boolean => SQL_PATH.test(path)
export const maySeeFastify = (path: string): boolean => HTTP_PATH.test(path)
/** The caller as policies see it; as pure as the policies that use it. */
const ACTOR_PATH = `${DOMAIN}actor.ts`

export const isPure = (path: string): boolean =>
  path === ACTOR_PATH || (path.startsWith(MODULE_FOLDER) && PURE_PATH.test(path))
export const isConfig = (path: string): boolean =>
  /^apps\/\w+\/src\/(?:settings\/)?(?:config|given-path)\.ts$/.test(path)
export const isRepository = (path: string): boolean => /\/(?:[\w-]+-)?repository\.ts$/.test(path)
