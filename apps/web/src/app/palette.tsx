import type { AnsweredPage } from '@consilium/contract/client.ts'
import '@mantine/spotlight/styles.css'
import { expertRoutes } from '@consilium/contract/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings.ts'
import { personRoutes } from '@consilium/contract/persons.ts'
import { projectRoutes } from '@consilium/contract/projects.ts'
import type { Route } from '@consilium/contract/route.ts'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { callLoosely } from '../lib/api.ts'
import { refresh } from '../lib/send.ts'
import { useMay, useSession } from '../lib/session.ts'
import { setLanguage, useLanguage, useTexts } from '../lib/texts.ts'
import { menuFor } from '../lib/menu.ts'
import { menuTexts } from '../lib/menu-texts.ts'
import { shellTexts } from './texts.ts'

const TYPING_PAUSE_MS = 200
const HITS = 5

interface Source {
  key: 'projects' | 'meetings' | 'experts' | 'persons'
  route: Route
  filter: string
  hit: (row: Record<string, unknown>) => { id: unknown; label: string; description: string; to: string }
}

/** The lists that the palette searches besides the pages. A list is searched only by those who may read it. */
const SOURCES: readonly Source[] = [
  {
    key: 'projects',
    route: projectRoutes.list,
    filter: 'projectName',
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
    filter: 'meetingName',
    hit: (row) => ({
      id: row['meetingId'],
      label: String(row['meetingName']),
      description: [row['scheduleLocation'], row['scheduleStartTime'], row['businessId']]
        .filter(Boolean)
        .join(' · '),
      to: `/meetings/${String(row['meetingId'])}`,
    }),
  },
  {
    key: 'experts',
    route: expertRoutes.list,
    filter: 'name',
    hit: (row) => ({
      id: row['expertId'],
      label: String(row['name']),
      description: [row['unit'], row['department']].filter(Boolean).join(' · '),
      to: `/experts/${String(row['expertId'])}`,
    }),
  },
  {
    key: 'persons',
    route: personRoutes.list,
    filter: 'name',
    hit: (row) => ({
      id: row['personId'],
      label: String(row['name']),
      description: String(row['orgName']),
      to: `/persons/${String(row['personId'])}`,
    }),
  },
]

function useHits(keyword: string): SpotlightActionGroupData[] {
  const may = useMay()
  const m = useTexts(menuTexts)
  const navigate = useNavigate()
  const sources = SOURCES.filter(({ route }) => may(route))
  const { data = [] } = useQuery({
    queryKey: ['palette', keyword],
    enabled: keyword !== '',
    queryFn: ({ signal }) =>
      Promise.all(
        sources.map(async ({ key, route, filter, hit }) => {
          const query = { [filter]: keyword, pageSize: HITS }
          const { rows } = await callLoosely<AnsweredPage<Record<string, unknown>>>(route, { query, signal })
          return { key, hits: rows.map(hit) }
        }),
      ),
  })
  if (keyword === '') return []
  return data
    .filter(({ hits }) => hits.length > 0)
    .map(({ key, hits }) => ({
      group: m(key),
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

/** Opened by its button and by Ctrl-K: actions, pages, projects, meetings and people by a few characters. */
export default function Palette({ openings }: { openings: number }) {
  const t = useTexts(shellTexts)
  const m = useTexts(menuTexts)
  const navigate = useNavigate()
  const profile = useSession()
  const [query, setQuery] = useState('')
  const [keyword] = useDebouncedValue(query.trim(), TYPING_PAUSE_MS)
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
