import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core'

/** The browser's own message for responses such as 401 or 409, which the page explains. */
const REFUSAL = /Failed to load resource: the server responded with a status of 4\d\d/
const SERVER_FAULT = 500

/** Reports every violation of the policy, including those that the console does not show. */
const TELL_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('CSP: ' + event.violatedDirective + ' refuses ' + (event.blockedURI || 'inline') + ' ' + event.sample + ' at ' + event.sourceFile + ':' + event.lineNumber)
})`

/** Errors in the pages of a browser context, whether or not users would see them. */
export interface Watch {
  faults(): string[]
  /** Forgets the faults so far, and expects others from now on. */
  restart(expected: readonly RegExp[]): void
}

export interface WatchOptions {
  origin: string
  /** Errors that the test causes on purpose. */
  expected: readonly RegExp[]
}

export async function watch(context: BrowserContext, options: WatchOptions): Promise<Watch> {
  const { origin } = options
  let { expected } = options
  const faults: string[] = []
  const note = (fault: string) => {
    if (!expected.some((pattern) => pattern.test(fault))) faults.push(fault)
  }
  const ofConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' && !REFUSAL.test(message.text())) note(`console: ${message.text()}`)
  }
  await context.addInitScript(TELL_VIOLATIONS)
  context.on('weberror', (error) => note(`page: ${error.error().stack ?? error.error().message}`))
  context.on('console', ofConsole)
  context.on('request', (request) => {
    const url = request.url()
    if (/^(?:https?|wss?):/.test(url) && !url.startsWith(`${origin}/`)) note(`asks elsewhere: ${url}`)
  })
  context.on('response', (response) => {
    if (response.status() >= SERVER_FAULT) note(`${response.status()} of ${response.url()}`)
  })
  return {
    faults: () => faults,
    restart(others) {
      faults.length = 0
      expected = others
    },
  }
}

export interface RequestLog {
  /** Matching requests in order, such as `GET /api/business/project/list?pageNum=1`. */
  matching(pattern: RegExp): string[]
  forget(): void
}

/** Records the requests of a page from now on. */
export function logRequests(page: Page): RequestLog {
  const seen: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    seen.push(`${request.method()} ${pathname}${search}`)
  })
  return {
    matching: (pattern) => seen.filter((request) => pattern.test(request)),
    forget: () => seen.splice(0),
  }
}
