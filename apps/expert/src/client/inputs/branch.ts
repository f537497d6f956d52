import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { accountTexts } from '@consilium/web-kit/account-texts.ts'
import { textOf } from '@consilium/web-kit/texts.ts'
import { call } from '../call.ts'
import { make } from '../elements.ts'
import { language } from '../words.ts'

/** Branches are looked up once nobody types for so long. */
const TYPING_MS = 400

const say = (key: keyof (typeof accountTexts)['pairs'], options: Record<string, string> = {}) =>
  textOf(accountTexts, key, language(), options)

interface Lookup {
  branch: { code: string; name: string } | null
  isEmpty: boolean
}

/** The clearing code that bank and branch have in the directory. Nothing while there is no directory. */
async function hintFor(route: CalledRoute, bankName: string, bankBranch: string): Promise<HTMLElement[]> {
  if (bankName === '') return []
  const query = { bankName, ...(bankBranch === '' ? {} : { bankBranch }) }
  const reply = await call<Lookup>(route, { query })
  if (!reply.ok || reply.data.isEmpty) return []
  const { branch } = reply.data
  if (branch) return [make('span', { class: 'soft' }, say('clearingCode', branch))]
  // Who has named no branch has named no wrong one.
  return bankBranch === '' ? [] : [make('span', { class: 'problem' }, say('branchUnknown'))]
}

/** Says below the branch of an account what its clearing code is. */
export function follow(place: HTMLElement): void {
  const form = place.closest('form')!
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const [bankName, bankBranch] = [field('bankName'), field('bankBranch')]
  const route = JSON.parse(place.dataset['lookup']!) as CalledRoute
  let timer = 0
  let last = 0
  const tell = async () => {
    const mine = (last += 1)
    const hints = await hintFor(route, bankName.value.trim(), bankBranch.value.trim())
    if (mine === last) place.replaceChildren(...hints)
  }
  form.addEventListener('input', ({ target }) => {
    if (target !== bankName && target !== bankBranch) return
    clearTimeout(timer)
    timer = window.setTimeout(() => void tell(), TYPING_MS)
  })
  void tell()
}
