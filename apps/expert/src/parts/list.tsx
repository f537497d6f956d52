import { Button } from './button.tsx'
import type { Option } from './fields.tsx'
import { frameTexts } from '../frame/texts.ts'
import type { Visit } from '../visit.ts'

interface PagedProps {
  visit: Visit
  total: number
  page: number
  pageSize: number
}

/** The present address with changes; an empty value leaves a name out. */
export function addressWith(
  { path, query }: Visit,
  changes: Readonly<Record<string, string | number>>,
): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes))
    if (value === '') next.delete(name)
    else next.set(name, String(value))
  return `${path}?${next.toString()}`
}

/** How many there are, and the ways to the pages beside this one. */
export function Paging({ visit, total, page, pageSize }: PagedProps) {
  const t = visit.say(frameTexts)
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (total === 0) return null
  return (
    <nav class="paging" aria-label={t('pages')}>
      <span class="soft small">{t('total', { count: total })}</span>
      {pages > 1 && (
        <span class="buttons">
          {page > 1 && (
            <Button kind="plain" icon="back" href={addressWith(visit, { page: page - 1 })}>
              {t('previousPage')}
            </Button>
          )}
          <span class="soft small">{`${page} / ${pages}`}</span>
          {page < pages && (
            <Button kind="plain" icon="next" href={addressWith(visit, { page: page + 1 })}>
              {t('nextPage')}
            </Button>
          )}
        </span>
      )}
    </nav>
  )
}

/** The choices of the address that stay when another one is made. */
function Others({ visit: { query }, except }: { visit: Visit; except: string }) {
  const others = [...query].filter(([each]) => each !== except && each !== 'page')
  return (
    <>
      {others.map(([each, value]) => (
        <input key={each} type="hidden" name={each} value={value} />
      ))}
    </>
  )
}

interface FilterProps {
  visit: Visit
  name: string
  label: string
}

/** One of few values, or all. */
export function ChoiceFilter({ visit, name, label, options }: FilterProps & { options: readonly Option[] }) {
  return (
    <form class="search" method="get" action={visit.path}>
      <Others visit={visit} except={name} />
      <select name={name} aria-label={label} data-goes>
        <option value="">{`${label} · ${visit.say(frameTexts)('all')}`}</option>
        {options.map(({ value, label: shown }) => (
          <option key={value} value={value} selected={value === visit.query.get(name)}>
            {shown}
          </option>
        ))}
      </select>
    </form>
  )
}

/** Looks for a word; it works without a script. The other choices of the address stay. */
export function SearchField({ visit, name, label }: FilterProps) {
  const t = visit.say(frameTexts)
  return (
    <form class="search" role="search" method="get" action={visit.path}>
      <Others visit={visit} except={name} />
      <input
        type="search"
        name={name}
        aria-label={label}
        placeholder={label}
        value={visit.query.get(name) ?? ''}
      />
      <Button kind="plain" type="submit">
        {t('search')}
      </Button>
    </form>
  )
}

/** The page that an address asks for; the first one if it says nothing that can be one. */
export function pageOf({ query }: Visit): number {
  const page = Number(query.get('page'))
  return Number.isInteger(page) && page > 0 && page < PAGES_MAX ? page : 1
}
const PAGES_MAX = 10_000
