import type { AnsweredPage } from '@consilium/contract/client.ts'
import '@mantine/spotlight/styles.css'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { halfWidth } from '@consilium/contract/half-width.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import type { Route } from '@consilium/contract/route.ts'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { minute, yuan } from '../lib/format.ts'
import { callLoosely } from '../lib/requests/api.ts'
import { refresh } from '../lib/requests/send.ts'
import { useMay, useSession } from '../lib/session/session.ts'
import { setLanguage, useLanguage, useTexts } from '../lib/texts.ts'
import { menuFor } from '../lib/menu/menu.ts'
import { menuTexts } from '../lib/menu/menu-texts.ts'
import { askForHelp } from '../lib/ask-for-help.ts'
import { shellTexts } from './texts.ts'

const TYPING_PAUSE_MS = 200
const HITS = 5

interface Source {
  key: 'projects' | 'meetings' | 'experts' | 'persons' | 'organizations' | 'attendees' | 'invoices'
  route: Route
  /** The filter that a text is looked for in; undefined: not in this list. */
  filterOf: (keyword: string) => string | undefined
  hit: (row: Record<string, unknown>) => { id: unknown; label: string; description: string; to: string }
}

const isNumber = (keyword: string) => /^[A-Za-z]{0,8}-?\d[\d-]*$/.test(keyword)
/** From so many digits on, so that a year is no phone. */
const isPhone = (keyword: string) => /^1\d{4,10}$/.test(keyword)
const byNameOr = (isOther: (keyword: string) => boolean, other: string, name: string) => (keyword: string) =>
  isOther(keyword) ? other : name
const joined = (...parts: unknown[]) => parts.filter(Boolean).join(' · ')
/** A time or an amount of a row as lists show it; nothing if there is none. */
const shownBy = (show: (value: string) => string, value: unknown) =>
  typeof value === 'string' ? show(value) : null

/**
 * The lists that the palette searches besides the pages, by names, numbers and phones. A list is searched only by those
 * who may read it, and phones are compared as its reader sees them.
 */
const SOURCES: readonly Source[] = [
  {
    key: 'projects',
    route: projectRoutes.list,
    filterOf: byNameOr(isNumber, 'projectNo', 'projectName'),
    hit: (row) => ({
      id: row['projectId'],
      label: String(row['projectName']),
      description: String(row['projectNo']),
      to: `/projects/${String(row['projectId'])}`,
    }),
  },
  {
    key: 'meetings',
    route: meetingRoutes.list,
    filterOf: byNameOr(isNumber, 'businessId', 'meetingName'),
    hit: (row) => ({
      id: row['meetingId'],
      label: String(row['meetingName']),
      description: joined(
        row['scheduleLocation'],
        shownBy(minute, row['scheduleStartTime']),
        row['businessId'],
      ),
      to: `/meetings/${String(row['meetingId'])}`,
    }),
  },
  {
    key: 'experts',
    route: expertRoutes.list,
    filterOf: byNameOr(isPhone, 'phone', 'name'),
    hit: (row) => ({
      id: row['expertId'],
      label: String(row['name']),
      description: joined(row['unit'], row['department'], row['phone']),
      to: `/experts/${String(row['expertId'])}`,
    }),
  },
  {
    key: 'attendees',
    route: attendeeRoutes.list,
    filterOf: byNameOr(isPhone, 'phone', 'name'),
    hit: (row) => ({
      id: row['attendeeId'],
      label: String(row['name']),
      description: joined(row['meetingName'], shownBy(minute, row['scheduleStartTime']), row['unit']),
      to: `/attendees/${String(row['attendeeId'])}`,
    }),
  },
  {
    key: 'persons',
    route: personRoutes.list,
    filterOf: byNameOr(isPhone, 'phone', 'name'),
    hit: (row) => ({
      id: row['personId'],
      label: String(row['name']),
      description: String(row['orgName']),
      to: `/persons/${String(row['personId'])}`,
    }),
  },
  {
    key: 'organizations',
    route: organizationRoutes.list,
    filterOf: (keyword) => (isNumber(keyword) ? undefined : 'orgName'),
    hit: (row) => ({
      id: row['orgId'],
      label: String(row['orgName']),
      description: joined(row['businessNature']),
      to: `/organizations/${String(row['orgId'])}`,
    }),
  },
  {
    key: 'invoices',
    route: materialRoutes.meetingInvoice.list,
    filterOf: (keyword) => (/^\d{6,}$/.test(keyword) && !isPhone(keyword) ? 'invoiceNumber' : undefined),
    hit: (row) => ({
      id: row['recordId'],
      label: String(row['invoiceNumber']),
      description: joined(row['sellerName'], shownBy(yuan, row['totalAmount'])),
      to: `/meetings/${String(row['meetingId'])}?tab=invoices`,
    }),
  },
]

function useHits(keyword: string): SpotlightActionGroupData[] {
  const may = useMay()
  const m = useTexts(menuTexts)
  const t = useTexts(shellTexts)
  const navigate = useNavigate()
  const sources = SOURCES.filter(({ route }) => may(route))
  const { data = [] } = useQuery({
    queryKey: ['palette', keyword],
    enabled: keyword !== '',
    queryFn: ({ signal }) =>
      Promise.all(
        sources.map(async ({ key, route, filterOf, hit }) => {
          const filter = filterOf(keyword)
          if (filter === undefined) return { key, hits: [] }
          const query = { [filter]: keyword, pageSize: HITS, exactTotal: 'false' }
          const { rows } = await callLoosely<AnsweredPage<Record<string, unknown>>>(route, { query, signal })
          return { key, hits: rows.map(hit) }
        }),
      ),
  })
  if (keyword === '') return []
  return data
    .filter(({ hits }) => hits.length > 0)
    .map(({ key, hits }) => ({
      group: key === 'attendees' || key === 'invoices' ? t(key) : m(key),
      actions: hits.map(({ id, label, description, to }) => ({
        id: `${key}-${String(id)}`,
        label,
        description,
        onClick: () => void navigate({ to }),
      })),
    }))
}

/** What can be begun from everywhere, by those who may. */
function useCommands(): SpotlightActionGroupData['actions'] {
  const t = useTexts(shellTexts)
  const may = useMay()
  const navigate = useNavigate()
  const client = useQueryClient()
  const language = useLanguage()
  const isDark = useComputedColorScheme('light') === 'dark'
  const { setColorScheme } = useMantineColorScheme()
  const begin = (route: Route, label: string, to: string) =>
    may(route) ? [{ id: to, label, onClick: () => void navigate({ to }) }] : []
  return [
    ...begin(meetingRoutes.create, t('newMeeting'), '/meetings/new'),
    ...begin(projectRoutes.create, t('newProject'), '/projects/new'),
    { id: 'help', label: t('help'), onClick: askForHelp },
    {
      id: 'scheme',
      label: t(isDark ? 'light' : 'dark'),
      onClick: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'language',
      label: t(language === 'en' ? 'toChinese' : 'toEnglish'),
      onClick: () => {
        setLanguage(language === 'en' ? 'zh-CN' : 'en')
        void refresh(client)
      },
    },
  ]
}

interface PaletteProps {
  openings: number
  /** What was typed while the palette was loading. */
  typed: string
}

/** Opened by its button and by Ctrl-K: actions, pages and records by a few characters. */
export default function Palette({ openings, typed }: PaletteProps) {
  const t = useTexts(shellTexts)
  const m = useTexts(menuTexts)
  const navigate = useNavigate()
  const profile = useSession()
  const [query, setQuery] = useState(typed)
  const [keyword] = useDebouncedValue(halfWidth(query), TYPING_PAUSE_MS)
  const wanted = query.trim().toLowerCase()
  const pages = menuFor(profile)
    .flatMap(({ entries }) => entries)
    .map(({ key, to, icon: Icon }) => ({
      id: to,
      label: m(key),
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () => void navigate({ to }),
    }))
    .filter(({ label }) => label.toLowerCase().includes(wanted))
  const hits = useHits(keyword)
  const commands = useCommands().filter(({ label }) => label?.toLowerCase().includes(wanted))
  const groups = [
    ...(pages.length > 0 ? [{ group: t('pages'), actions: pages }] : []),
    ...(commands.length > 0 ? [{ group: t('commands'), actions: commands }] : []),
    ...hits,
  ]
  // The counter changes with every press, so that the palette opens again after it was closed.
  useEffect(() => spotlight.open(), [openings])
  return (
    <Spotlight
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      filter={(_query, actions) => actions}
      nothingFound={t('paletteNothing')}
      shortcut={null}
      scrollable
      maxHeight={420}
      searchProps={{
        'aria-label': t('paletteHint'),
        placeholder: t('paletteHint'),
        leftSection: <IconSearch size={18} aria-hidden />,
      }}
    />
  )
}
