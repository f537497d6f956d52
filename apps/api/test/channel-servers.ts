import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** How a provider behaves: `busy` names a time, `final` refuses this message for good, `hang` never answers. */
export type Behaviour = 'ok' | 'busy' | 'broken' | 'garbage' | 'final' | 'hang'

export const BUSY_SECONDS = 7

export interface ProviderRequest {
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

const listening = async (server: { listen: (port: number, host: string) => unknown }) => {
  server.listen(0, '127.0.0.1')
}

/** A provider behind HTTP: `answers` are what it says when it accepts, and when it refuses for good. */
export async function openProvider(answers: { ok: unknown; final: unknown; finalStatus?: number }) {
  const state = { behaviour: 'ok' as Behaviour, requests: [] as ProviderRequest[] }
  const held: (() => void)[] = []
  const answer = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
      state.requests.push({ url, headers: request.headers, body })
      switch (state.behaviour) {
        case 'ok':
          return void answer(response, 200, answers.ok)
        case 'final':
          return void answer(response, answers.finalStatus ?? 200, answers.final)
        case 'busy':
          response.setHeader('retry-after', String(BUSY_SECONDS))
          return void answer(response, 429, {})
        case 'broken':
          return void answer(response, 500, answers.ok)
        case 'garbage':
          return void response.writeHead(200).end('<html>not what you expect')
        case 'hang':
          held.push(() => answer(response, 200, answers.ok))
      }
    })
  })
  await listening(server)
  await once(server, 'listening')
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Takes what it has held, and whatever comes. */
    release() {
      state.behaviour = 'ok'
      for (const accept of held.splice(0)) accept()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A key and a certificate of this machine, which clients have to trust by `ca`. */
export function makeServerCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'mail-server-'))
  try {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    const files = ['-keyout', 'key.pem', '-out', 'cert.pem', '-days', '3650']
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        ...subject,
        ...files,
      ],
      { cwd: folder, stdio: 'ignore' },
    )
    return {
      key: readFileSync(join(folder, 'key.pem'), 'utf8'),
      cert: readFileSync(join(folder, 'cert.pem'), 'utf8'),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const refusal = (code: number) => Object.assign(new Error('refused by the test'), { responseCode: code })

/**
 * A mail server that reads what arrives. `busy` is a 4xx and `final` a 5xx for the recipient, `broken` a 4xx for
 * every mail, `garbage` a connection that ends in the middle of a mail.
 */
export async function openMailServer(
  certificate: { key: string; cert: string },
  options: SMTPServerOptions = {},
) {
  const state = {
    behaviour: 'ok' as Behaviour,
    mails: [] as ParsedMail[],
    /** Connections that are open, and the most that were. */
    open: 0,
    most: 0,
    secured: [] as boolean[],
  }
  const held: (() => void)[] = []
  const server = new SMTPServer({
    ...certificate,
    authOptional: false,
    authMethods: ['PLAIN', 'LOGIN'],
    disableReverseLookup: true,
    logger: false,
    onConnect(_session, done) {
      state.open++
      state.most = Math.max(state.most, state.open)
      done()
    },
    onClose: () => void state.open--,
    onAuth({ username, password }, session, done) {
      state.secured.push(session.secure)
      if (username !== 'sender' || password !== 'p@ss word') return done(refusal(535))
      done(null, { user: username })
    },
    onMailFrom: (_address, _session, done) => done(state.behaviour === 'broken' ? refusal(452) : null),
    onRcptTo(_address, _session, done) {
      if (state.behaviour === 'hang') return void held.push(() => done())
      if (state.behaviour === 'busy') return done(refusal(451))
      if (state.behaviour === 'final') return done(refusal(550))
      done()
    },
    onData(stream, _session, done) {
      if (state.behaviour === 'garbage') return void stream.once('data', () => dropAll())
      simpleParser(stream).then(
        (mail) => {
          state.mails.push(mail)
          done()
        },
        (error: unknown) => done(error as Error),
      )
    },
    ...options,
  })
  const dropAll = () => {
    for (const connection of (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> })
      .connections)
      connection._socket.destroy()
  }
  server.on('error', () => {})
  await listening(server)
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    state,
    port,
    /** Takes what it has held, and whatever comes. */
    release() {
      state.behaviour = 'ok'
      for (const accept of held.splice(0)) accept()
    },
    url: `${options.secure ? 'smtps' : 'smtp'}://sender:${encodeURIComponent('p@ss word')}@localhost:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        dropAll()
        server.close(() => resolve())
      }),
  }
}
