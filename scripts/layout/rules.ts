import { appsStandAlone } from './apps.ts'
import { noImportCircles } from './circles.ts'
import {
  CONTRACT,
  DOMAIN,
  EMPTY_NAMES,
  INFRA,
  INSTALLER,
  MAX_LINES,
  MODULES,
  MODULE_FOLDER,
  PG_WIRE,
  READERS,
  isApplication,
  isConfig,
  isGenerated,
  isPure,
  isRepository,
  isTest,
  mayInstall,
  mayHoldSql,
  maySeeFastify,
  moduleOf,
  standsOn,
} from './house.ts'
import { limitsAreNumbersInTests } from './limits.ts'
import { type Rule, type Violation, fileRule, importRule, textRule } from './rule.ts'
import { type SourceFile, readSource } from './source.ts'
import { recordsAreReadAsFacts } from './facts.ts'
import { readsStayBelow } from './reads.ts'
import { importsAreDeclared } from './declared.ts'
import { foldersFitAListing } from './folders.ts'
import { functionsFitAScreen } from './functions.ts'
import { oneWriterPerTable } from './tables.ts'
import { webLayers } from './web.ts'

/** Files that put the parts of the API together, above all of them. */
const ROOT_OF_API = /^apps\/api\/src\/[\w-]+\.ts$/
const FASTIFY = /^(?:fastify|@fastify\/[\w-]+|fastify-[\w-]+)(?:\/|$)/
const DATABASE = /^(?:kysely(?:-[\w-]+)?|pg(?:-[\w-]+)?|@electric-sql\/[\w-]+)(?:\/|$)/
const ZOD = /^zod(?:\/|$)/

const QUERIES = [
  /\.\s*(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\s*\(/g,
  /(?<![\w$.])sql\s*(?:<[^`;]*>)?\s*`/g,
]
/** A command that installs, as the first word of what is run. */
const INSTALLATION = /\b(?:spawn|exec)\w*\s*\(\s*['"`](?:sudo |\/usr\/bin\/)?(?:apt|apt-get|aptitude|dpkg)\b/g
/** What pg and pg-protocol do not promise to keep. */
const OF_PG = [
  /\b(?:parsedStatements|submittedNamedStatements|prepareValue)\b/g,
  /\bpg(?:-[\w-]+)?\/(?:lib|dist)\b/g,
]
const ENVIRONMENT = [
  /\bprocess\s*\??\.\s*env\b/g,
  /\bprocess\s*(?:\?\.)?\s*\[\s*['"`]env\b/g,
  /\{[^{}]*\benv\b[^{}]*\}\s*=\s*(?:globalThis\s*\.\s*)?process\b/g,
]
const IMPURE = [
  /\b(?:async|await|Promise)\b/g,
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b/g,
  /\b(?:fetch|process|console)\b(?=\s*[.(])/g,
]

/** What a module may import of another one below it: its service, and for a policy its policy. */
function judgeModuleImport(path: string, target: string): string | undefined {
  const [from, to] = [moduleOf(path) ?? '', moduleOf(target)]
  if (to === undefined || to === from) return undefined
  const folder = `${MODULE_FOLDER}${to}/`
  const isOffered = target === `${folder}service.ts` || (isPure(path) && target === `${folder}policy.ts`)
  if (!isOffered) return `of module ${to} only its service.ts may be imported, or by a policy its policy.ts`
  return standsOn(from, to) ? undefined : `module ${from} does not stand on module ${to}`
}

function judgeModulePlace(path: string): string | undefined {
  if (!path.startsWith(MODULE_FOLDER)) return undefined
  const module = moduleOf(path)
  if (module === undefined) return 'a file under modules/ lies in a module'
  return MODULES[module]
    ? undefined
    : `module ${module} is not in the order of modules (scripts/layout/house.ts)`
}

/** Values come from the contract or another pure file; types from anywhere but Node. */
function judgePureImport(target: string, typeOnly: boolean): string | undefined {
  const allowed = typeOnly ? !target.startsWith('node:') : target.startsWith(CONTRACT) || isPure(target)
  return allowed ? undefined : `${target} is neither a type nor of the contract`
}

function judgeNames(path: string): string | undefined {
  const names = path.split('/').map((name) => name.split('.')[0] ?? name)
  const empty = names.find((name) => EMPTY_NAMES.test(name))
  return empty === undefined ? undefined : `"${empty}" says nothing: name it by what is inside`
}

function judgeSize(path: string, text: string): string | undefined {
  const lines = text.trimEnd().split('\n').length
  if (lines <= MAX_LINES || isTest(path) || isGenerated(path)) return undefined
  return `${lines} lines, more than ${MAX_LINES}`
}

const when = (wrong: boolean, message: string): string | undefined => (wrong ? message : undefined)

const inApps = (path: string): boolean => path.startsWith('apps/') && !isTest(path)
const inModule = (path: string): boolean => moduleOf(path) !== undefined && !isTest(path)

/** All layering rules; check-layout.test.ts has a probe for each. */
export const RULES: readonly Rule[] = [
  importRule(
    'contract-imports-zod-only',
    (path) => path.startsWith(CONTRACT) && !isTest(path),
    ({ target, spec }) => when(!ZOD.test(target) && !target.startsWith(CONTRACT), `${spec} in the contract`),
  ),
  importRule(
    'infra-imports-no-module',
    (path) => path.startsWith(INFRA) && !isTest(path),
    ({ target }) =>
      when(
        [MODULE_FOLDER, DOMAIN].some((folder) => target.startsWith(folder)) || ROOT_OF_API.test(target),
        `${target} in infra`,
      ),
  ),
  importRule(
    'domain-imports-no-module',
    (path) => path.startsWith(DOMAIN) && !isTest(path),
    ({ target }) => when(target.startsWith(MODULE_FOLDER), `${target} in domain`),
  ),
  importRule(
    'readers-stand-above-modules',
    (path) => [INFRA, DOMAIN, MODULE_FOLDER].some((folder) => path.startsWith(folder)) && !isTest(path),
    ({ target }) => when(target.startsWith(READERS), `${target}: what records an event names no reader`),
  ),
  importRule(
    'readers-use-services',
    (path) => path.startsWith(READERS) && !isTest(path),
    ({ target }) =>
      when(
        moduleOf(target) !== undefined && !target.endsWith('/service.ts'),
        `${target}: a reader imports the service of a module`,
      ),
  ),
  appsStandAlone,
  webLayers,
  noImportCircles,
  importRule(
    'fastify-at-the-edge',
    (path) => inApps(path) && !maySeeFastify(path),
    ({ spec }) => when(FASTIFY.test(spec), `${spec} outside routes.ts, infra/http, app.ts and main.ts`),
  ),
  importRule(
    'database-driver-in-repositories',
    (path) => inApps(path) && !mayHoldSql(path),
    ({ spec }) =>
      when(DATABASE.test(spec), `${spec} outside repositories, infra/db, infra/jobs and migrations`),
  ),
  textRule(
    'queries-in-repositories',
    (path) => inApps(path) && !mayHoldSql(path),
    'bare',
    QUERIES,
    'a query outside repositories, infra/db, infra/jobs and migrations',
  ),
  textRule(
    'private-members-of-pg',
    (path) => inApps(path) && path !== PG_WIRE,
    'code',
    OF_PG,
    'private members of pg are used in infra/db/statements/pg-wire.ts only',
  ),
  textRule(
    'environment-in-config',
    (path) => isApplication(path) && !isConfig(path),
    'code',
    ENVIRONMENT,
    'the environment is read in config.ts only',
  ),
  importRule(
    'environment-not-imported',
    (path) => isApplication(path) && !isConfig(path),
    ({ spec, names }) =>
      when(/^(?:node:)?process$/.test(spec) && names.includes('env'), 'env of node:process'),
  ),
  importRule('modules-import-lower-modules', inModule, ({ target }, { path }) =>
    judgeModuleImport(path, target),
  ),
  fileRule('modules-are-known', ({ path }) => judgeModulePlace(path)),
  oneWriterPerTable,
  readsStayBelow,
  recordsAreReadAsFacts,
  importRule(
    'pure-files-import-types',
    (path) => isPure(path) && !isTest(path),
    ({ target, typeOnly }) => judgePureImport(target, typeOnly),
  ),
  textRule(
    'pure-files-do-nothing',
    isPure,
    'bare',
    IMPURE,
    'a policy or state table waits for and reads nothing',
  ),
  importRule(
    'routes-import-no-repository',
    (path) => inModule(path) && path.endsWith('/routes.ts'),
    ({ target }) => when(isRepository(target), `${target} in routes.ts: go through the service`),
  ),
  importRule(
    'only-commands-install',
    (path) => !mayInstall(path),
    ({ target, spec }) =>
      when(target === INSTALLER, `${spec}: what is missing is installed before, not here`),
  ),
  textRule(
    'packages-are-installed-in-one-place',
    (path) => path !== INSTALLER,
    'code',
    [INSTALLATION],
    'Debian packages stand in scripts/packages.ts and are installed by scripts/install-packages.ts',
  ),
  fileRule('no-barrels', ({ path }) =>
    when(/\/index\.\w+$/.test(path), 'no index files: import the file itself'),
  ),
  fileRule('names-say-something', ({ path }) => judgeNames(path)),
  fileRule('files-are-short', ({ path, text }) => judgeSize(path, text)),
  importsAreDeclared,
  foldersFitAListing,
  functionsFitAScreen,
  limitsAreNumbersInTests,
]

/** Checks a tree, given as paths relative to the root with their text. */
export function checkLayout(files: SourceFile[]): Violation[] {
  const sources = files.map(readSource)
  const found = RULES.flatMap(({ id, find }) => find(sources).map((finding) => ({ ...finding, rule: id })))
  return found.toSorted((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
}
