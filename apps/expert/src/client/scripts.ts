import { onContent } from './page.ts'

/** The script of a page; `follow` is called once for each element that asks for it. */
interface PageScript {
  follow(element: HTMLElement): void
}

/** Scripts of single pages, by the name that an element of the page has in `data-script`. */
const SCRIPTS: Readonly<Record<string, () => Promise<PageScript>>> = {}

const followed = new WeakSet<HTMLElement>()

/** Loads the scripts that the content of the page asks for. */
export function followScripts(): void {
  onContent(() => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-script]')) {
      if (followed.has(element)) continue
      followed.add(element)
      void SCRIPTS[element.dataset['script']!]?.().then((script) => script.follow(element))
    }
  })
}
