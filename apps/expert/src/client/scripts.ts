import { onContent } from './page.ts'

/** The script of a page; `follow` is called once for each element that asks for it. */
interface PageScript {
  follow(element: HTMLElement): void
}

/** Scripts of single pages, by the name that an element of the page has in `data-script`. */
const SCRIPTS: Readonly<Record<string, () => Promise<PageScript>>> = {
  account: () => import('./account.ts'),
  document: () => import('./signing/document.ts'),
  identity: () => import('./identity.ts'),
  reading: () => import('./signing/reading.ts'),
  sign: () => import('./signing/sign.ts'),
  combobox: () => import('./inputs/combobox.ts'),
  papers: () => import('./inputs/papers.ts'),
  branch: () => import('./inputs/branch.ts'),
  notices: () => import('./notices.ts'),
  upload: () => import('./inputs/upload.ts'),
  code: () => import('./inputs/code.ts'),
  password: () => import('./security/password.ts'),
  security: () => import('./security/security.ts'),
  outside: () => import('./outside/outside.ts'),
}

const followed = new WeakSet<HTMLElement>()

async function followOne(element: HTMLElement): Promise<void> {
  followed.add(element)
  const script = await SCRIPTS[element.dataset['script']!]?.().catch(() => null)
  if (script === null) followed.delete(element)
  else script?.follow(element)
}

function followAll(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-script]'))
    if (!followed.has(element)) void followOne(element)
}

/** Loads the scripts that the content of the page asks for, and those that did not come once the network is back. */
export function followScripts(): void {
  onContent(followAll)
  addEventListener('online', followAll)
}
