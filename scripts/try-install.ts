// Installs this checkout on a bare Debian 12 with a booted systemd, as deploy/install.md says, and looks at what came of
// it: npm run try:install, as root, with a quarter of an hour. The machine shares the network of this one, so that its
// ports are chosen here. `-- FOLDER` makes it in that folder and keeps it, or uses what is there.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:https'
import { get, type IncomingMessage } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { freePort } from '@consilium/test-kit/free-port.ts'
import { PACKAGES } from './packages.ts'
import { requirePackages } from './system-packages.ts'

const SUITE = 'bookworm'
const HOST = 'consilium.example.test'
const SOURCE = '/usr/src/consilium'
const CERTIFICATE = '/etc/consilium/tls/certificate.pem'
const BOOT_MS = 60_000
const POLL_MS = 500
const SECOND_MS = 1000
const OUTPUT_MAX = 64 * 1024 * 1024
const NOT_STARTED = 3
/** Of commands in the machine. */
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  NODE_EXTRA_CA_CERTS: '/etc/authorities.pem',
  npm_config_cafile: '/etc/authorities.pem',
}
const MODES: Readonly<Record<string, string>> = {
  '/opt/consilium/': '755 root root',
  '/var/lib/consilium': '700 consilium consilium',
  '/var/lib/consilium/initial-admin-password': '600 consilium consilium',
  '/var/backups/consilium': '700 consilium consilium',
  '/etc/consilium': '750 root consilium',
  '/etc/consilium/environment': '640 root consilium',
  '/etc/consilium/recognition': '640 root consilium',
  '/etc/consilium/keys': '750 root consilium',
  '/etc/consilium/keys/master-key': '640 root consilium',
  '/etc/consilium/keys/signing-key.pem': '640 root consilium',
  '/etc/consilium/keys/ocr-api-key': '640 root consilium',
  '/etc/consilium/keys/sms-webhook-secret': '640 root consilium',
  '/etc/consilium/tls/key.pem': '600 root root',
}
const TIMERS = globSync('deploy/systemd/*.timer').map((path) => basename(path))
const SERVICES = ['consilium', 'consilium-recognition', 'nginx', 'postgresql', ...TIMERS]

interface Outcome {
  code: number | null
  output: string
}

const say = (line: string) => process.stdout.write(`${line}\n`)

async function step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  say(`ok  ${name} (${((performance.now() - started) / SECOND_MS).toFixed(1)} s)`)
  return result
}

/** A root file system with Debian's smallest set of packages, systemd, and the Node and npm of this machine. */
function makeRoot(root: string): void {
  const sources = globSync('/etc/apt/sources.list.d/debian.sources').concat(globSync('/etc/apt/sources.list'))
  const mirror = /^(?:URIs:|deb) *(\S+)/m.exec(readFileSync(sources[0] ?? '', 'utf8'))?.[1] ?? ''
  const packages = '--include=systemd,systemd-sysv,dbus'
  execFileSync('debootstrap', ['--variant=minbase', packages, SUITE, root, mirror], { stdio: 'ignore' })
  for (const path of [...sources, ...globSync('/etc/apt/apt.conf.d/99*')]) cpSync(path, join(root, path))
  rmSync(join(root, 'etc/apt/sources.list'), { force: !sources.includes('/etc/apt/sources.list') })
  const { npm_execpath: npm = '', npm_node_execpath: node = '' } = process.env
  cpSync(node, join(root, 'usr/local/bin/node'), { dereference: true })
  cpSync(dirname(dirname(npm)), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  writeFileSync(
    join(root, 'usr/local/bin/npm'),
    '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n',
    { mode: 0o755 },
  )
  // How this machine reaches the registry of packages.
  for (const kind of ['userconfig', 'globalconfig']) {
    const path = execFileSync('npm', ['config', 'get', kind], { encoding: 'utf8' }).trim()
    const inside = kind === 'userconfig' ? 'root/.npmrc' : 'usr/local/etc/npmrc'
    mkdirSync(dirname(join(root, inside)), { recursive: true })
    if (existsSync(path)) cpSync(path, join(root, inside))
  }
  const authorities = process.env['NODE_EXTRA_CA_CERTS'] ?? '/etc/ssl/certs/ca-certificates.crt'
  cpSync(authorities, join(root, 'etc/authorities.pem'), { dereference: true })
}

/** The files of this checkout that git knows or would take, as they are now. */
function copySource(root: string): void {
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  rmSync(join(root, SOURCE), { recursive: true, force: true })
  mkdirSync(join(root, SOURCE), { recursive: true })
  const archive = execFileSync('tar', ['--null', '--files-from=-', '--create', '--file=-'], {
    input: tracked,
    maxBuffer: OUTPUT_MAX * 4,
  })
  execFileSync('tar', ['--extract', '--directory', join(root, SOURCE)], { input: archive })
}

class Machine {
  readonly root: string
  #process: ChildProcess | null = null
  #leader = ''

  constructor(root: string) {
    this.root = root
  }

  /** Runs a command as root in a fresh environment. */
  run(command: string, env: Readonly<Record<string, string>> = {}): Outcome {
    const target = ['--target', this.#leader, '--mount', '--uts', '--ipc', '--pid', '--root', '--wd']
    const variables = Object.entries({ ...ENVIRONMENT, ...env }).map(([name, value]) => `${name}=${value}`)
    const { status, stdout, stderr } = spawnSync(
      'nsenter',
      target.concat('/usr/bin/env', '-i', variables, '/bin/bash', '-c', command),
      { encoding: 'utf8', maxBuffer: OUTPUT_MAX },
    )
    return { code: status, output: `${stdout}${stderr}` }
  }

  /** Runs a command that must succeed, and returns what it printed. */
  must(command: string, env: Readonly<Record<string, string>> = {}): string {
    const { code, output } = this.run(command, env)
    assert.equal(code, 0, `${command}\n${output}`)
    return output.trim()
  }

  async boot(): Promise<void> {
    const args = ['--boot', '--quiet', '--register=no', '--keep-unit', '--link-journal=no']
    const child = spawn('systemd-nspawn', [...args, `--directory=${this.root}`, '--machine=consilium-try'], {
      stdio: 'ignore',
    })
    this.#process = child
    const children = `/proc/${child.pid}/task/${child.pid}/children`
    const deadline = performance.now() + BOOT_MS
    for (;;) {
      this.#leader = child.exitCode === null ? (readFileSync(children, 'utf8').split(' ')[0] ?? '') : ''
      if (
        this.#leader !== '' &&
        /^(?:running|degraded)$/m.test(this.run('systemctl is-system-running').output)
      )
        return
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error('the machine does not boot')
      await delay(POLL_MS)
    }
  }

  /** Shuts the machine down as its power button does. */
  async stop(): Promise<void> {
    const child = this.#process
    if (child === null || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

interface Ports {
  PORT: string
  OCR_PORT: string
  HTTP_PORT: string
  HTTPS_PORT: string
}

/** Calls the service as its users do, through nginx, and checks the certificate. */
async function call(machine: Machine, ports: Ports, path: string, body?: unknown) {
  const sent = request({
    host: '127.0.0.1',
    port: ports.HTTPS_PORT,
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers: { host: HOST, 'content-type': 'application/json' },
    servername: HOST,
    ca: readFileSync(join(machine.root, CERTIFICATE)),
  })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) }
}

async function assertWorks(machine: Machine, ports: Ports): Promise<void> {
  assert.equal((await call(machine, ports, '/health/ready')).status, 200)
  assert.match((await call(machine, ports, '/')).text, /<html/i)
  const password = machine.must('cat /var/lib/consilium/initial-admin-password')
  const login = await call(machine, ports, `${BASE_PATH}/login`, { username: 'admin', password })
  assert.equal(login.status, 200, login.text)
  const wrong = await call(machine, ports, `${BASE_PATH}/login`, {
    username: 'admin',
    password: 'not-this-one',
  })
  assert.notEqual(wrong.status, 200)
  const plain = get({ host: '127.0.0.1', port: ports.HTTP_PORT, path: '/a', headers: { host: HOST } })
  const [moved] = (await once(plain, 'response')) as [IncomingMessage]
  assert.equal(moved.statusCode, 301)
  assert.equal(moved.headers.location, `https://${HOST}/a`)
  const states = machine.must(`systemctl is-active ${SERVICES.join(' ')}`)
  assert.equal(states, SERVICES.map(() => 'active').join('\n'))
}

/** Everything that a run of the script must leave as it is. */
const stateOf = (machine: Machine) =>
  machine.must(
    `find /etc/consilium /etc/systemd /etc/nginx /etc/postgresql /usr/local/sbin -type f -exec sha256sum {} + | sort
     find /opt /etc/consilium /var/lib/consilium /var/backups -maxdepth 2 -printf '%p %m %u %g %l\\n' | sort
     systemctl show --property=MainPID,ActiveEnterTimestampMonotonic ${SERVICES.join(' ')}
     runuser -u postgres -- psql -d consilium -tAc 'select count(*) from sys_user'`,
  )

type Settings = Readonly<Record<string, string>>

async function installAnew(
  machine: Machine,
  install: string,
  settings: Settings,
  ports: Ports,
): Promise<void> {
  await step('it refuses without Node, and as another user than root', () => {
    const state = 'cat /etc/passwd; dpkg-query --list; find /etc /opt /usr/local | sort'
    const before = machine.must(state)
    const without = machine.run(install, { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' })
    assert.equal(without.code, 1, without.output)
    assert.match(without.output, /^install: Node 20 or newer is needed on the PATH; found none\.$/m)
    const other = machine.run(`runuser -u nobody -- ${install}`)
    assert.equal(other.code, 1, other.output)
    assert.match(other.output, /^install: run it as root\.$/m)
    assert.equal(machine.must(state), before)
  })
  await step('without settings it builds, says what is missing, and starts nothing', () => {
    const { code, output } = machine.run(install, { ...ports })
    assert.equal(code, NOT_STARTED, output)
    for (const name of ['PUBLIC_URL', 'SMS_WEBHOOK_URL', 'TLS_CERTIFICATE'])
      assert.match(output, new RegExp(`^  ${name}`, 'm'))
    assert.notEqual(machine.run('systemctl is-active consilium').code, 0)
  })
  say(await step('with settings it installs and starts everything', () => machine.must(install, settings)))
}

/** Kept beside a folder that is used again. */
async function portsOf(machine: Machine): Promise<Ports> {
  const path = `${machine.root}.ports.json`
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Ports
  const ports = {
    PORT: String(await freePort()),
    OCR_PORT: String(await freePort()),
    HTTP_PORT: String(await freePort()),
    HTTPS_PORT: String(await freePort()),
  }
  writeFileSync(path, JSON.stringify(ports))
  return ports
}

async function tryIt(machine: Machine): Promise<void> {
  const ports = await portsOf(machine)
  const install = `${SOURCE}/deploy/install-debian.sh`
  const settings = {
    ...ports,
    PUBLIC_URL: `https://${HOST}`,
    SMS_WEBHOOK_URL: 'https://sms.example.test/send',
    SELF_SIGNED: 'yes',
  }
  await step('the machine boots', () => machine.boot())
  if (machine.run('readlink /opt/consilium').code === 0)
    await step('the installation of this folder is brought to this checkout', () => machine.must(install))
  else await installAnew(machine, install, settings, ports)
  await step('the service answers through nginx, and admin logs in', () => assertWorks(machine, ports))
  await step('owners and modes are as described', () => {
    for (const [path, expected] of Object.entries(MODES))
      assert.equal(machine.must(`stat -c '%a %U %G' ${path}`), expected, path)
    assert.match(machine.must('getent passwd consilium'), /:\/usr\/sbin\/nologin$/)
    assert.equal(machine.must('find /opt/consilium/ ! -user root -print -quit'), '')
    const recognition = machine.must('systemctl show --value --property=MainPID consilium-recognition')
    assert.notEqual(machine.must(`stat -c %u /proc/${recognition}`), machine.must('id -u consilium'))
  })
  await step('a second run changes nothing and restarts nothing', () => {
    const before = stateOf(machine)
    machine.must(install, settings)
    machine.must(install.replace(SOURCE, '/opt/consilium'))
    assert.equal(stateOf(machine), before)
  })
  await step('commands of the operator run as the service; a backup is made and is whole', () => {
    for (const command of ['admin check', 'verify-log', 'migrate']) machine.must(`consilium ${command}`)
    machine.must('systemctl start consilium-backup.service')
    const [backup] = machine.must('ls -d /var/backups/consilium/*').split('\n')
    machine.must(`consilium restore ${backup} --check`)
  })
  await step('after a restart of the machine everything runs again by itself', async () => {
    await machine.stop()
    await machine.boot()
    machine.must(install, settings)
    await assertWorks(machine, ports)
  })
  const former = machine.must('readlink /opt/consilium')
  const change = (path: string, added: string) => appendFileSync(join(machine.root, SOURCE, path), added)
  await step('a release whose migration fails leaves the former one running', async () => {
    const migration = join(machine.root, SOURCE, 'apps/api/migrations/9999_fails.ts')
    writeFileSync(migration, "export const up = () => Promise.reject(new Error('made to fail'))\n")
    const { code, output } = machine.run(install, settings)
    assert.notEqual(code, 0, output)
    assert.equal(machine.must('readlink /opt/consilium'), former)
    await delay(BOOT_MS / 4)
    await assertWorks(machine, ports)
    rmSync(migration)
  })
  await step('an upgrade saves, migrates and restarts, and loses nothing', async () => {
    const keys = machine.must('sha256sum /etc/consilium/keys/* /etc/consilium/environment')
    change('CHANGELOG.md', '\nA later release.\n')
    machine.must(install, settings)
    assert.notEqual(machine.must('readlink /opt/consilium'), former)
    assert.equal(machine.must('sha256sum /etc/consilium/keys/* /etc/consilium/environment'), keys)
    await assertWorks(machine, ports)
  })
}

async function main(): Promise<void> {
  requirePackages(PACKAGES['try-install'])
  if (process.getuid?.() !== 0) throw new Error('only root can boot a machine')
  const temporary = mkdtempSync('/var/tmp/consilium-try-')
  // Users of the machine pass its root, which therefore is a folder inside the private one.
  const root = process.argv[2] ?? join(temporary, 'root')
  const machine = new Machine(root)
  try {
    if (!existsSync(root)) await step(`a bare Debian (${SUITE}) is made in ${root}`, () => makeRoot(root))
    copySource(root)
    await tryIt(machine)
  } catch (error) {
    say(machine.run(`journalctl --no-pager --lines=60 --unit='consilium*' --unit=nginx`).output)
    throw error
  } finally {
    await machine.stop()
    rmSync(temporary, { recursive: true, force: true })
  }
}

await main()
