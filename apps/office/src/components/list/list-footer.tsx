import type { AnsweredPage } from '@consilium/contract/client.ts'
import { grouped } from '@consilium/contract/digits.ts'
import { Button, Group, NativeSelect, Pagination, Text, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { PAGE_SIZES, type ListState } from '../../lib/list-state.ts'
import { useTexts } from '../../lib/texts.ts'
import { usePhone } from '../forms/use-phone.ts'
import { frameTexts } from '../texts.ts'
import { listTexts } from './texts.ts'

/** So many pages that their numbers do not all fit. */
const JUMP_FROM = 7
/** With it the first, the last and the present page stay on one line of the narrowest phones. */
const PHONE_GAP = 1

interface FooterProps {
  state: ListState
  data: Omit<AnsweredPage<unknown>, 'rows'>
  lastPage: number
}

/**
 * Goes to a page. The pages beside this one begin where it ends, whatever was added or removed meanwhile; the first one
 * always begins with the first row.
 */
function goTo({ state, data }: FooterProps, pageNum: number): void {
  const isNext = pageNum === state.pageNum + 1 && data.next !== null
  const isPrevious = pageNum === state.pageNum - 1 && pageNum > 1 && data.previous !== null
  const { exactTotal = '' } = state.query
  state.set({
    pageNum: String(pageNum),
    exactTotal,
    ...(isNext ? { after: data.next ?? '' } : {}),
    ...(isPrevious ? { before: data.previous ?? '' } : {}),
  })
}

/** So many pages that the service finds them one after another only. */
function Steps(props: FooterProps) {
  const t = useTexts(listTexts)
  const frame = useTexts(frameTexts)
  const { state, data } = props
  return (
    <>
      <Button
        variant="default"
        aria-label={frame('previousPage')}
        disabled={state.pageNum <= 1}
        onClick={() => goTo(props, state.pageNum - 1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </Button>
      <Text size="sm">{t('pageNumber', { page: grouped(state.pageNum) })}</Text>
      <Button
        variant="default"
        aria-label={frame('nextPage')}
        disabled={data.next === null}
        onClick={() => goTo(props, state.pageNum + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </Button>
    </>
  )
}

function Numbers(props: FooterProps) {
  const frame = useTexts(frameTexts)
  const isPhone = usePhone()
  const { state, lastPage } = props
  return (
    <>
      {lastPage > JUMP_FROM && <Jump {...props} />}
      <Pagination
        total={lastPage}
        value={Math.min(state.pageNum, lastPage)}
        siblings={isPhone ? 0 : 1}
        gap={isPhone ? PHONE_GAP : undefined}
        getControlProps={(control) => ({
          'aria-label': control === 'next' ? frame('nextPage') : frame('previousPage'),
        })}
        onChange={(pageNum) => goTo(props, pageNum)}
      />
    </>
  )
}

/** Goes to a page by its number. */
function Jump(props: FooterProps) {
  const t = useTexts(listTexts)
  const [draft, setDraft] = useState('')
  const go = () => {
    const pageNum = Math.min(Number.parseInt(draft, 10), props.lastPage)
    if (pageNum >= 1) goTo(props, pageNum)
    setDraft('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <TextInput
        aria-label={t('goToPage')}
        placeholder={t('goToPage')}
        inputMode="numeric"
        w={112}
        value={draft}
        onChange={({ currentTarget: { value } }) => setDraft(value)}
      />
    </form>
  )
}

/** How many there are, and the way to the others. Many are counted only when somebody asks. */
export function ListFooter(props: FooterProps) {
  const t = useTexts(listTexts)
  const frame = useTexts(frameTexts)
  const { state, data } = props
  const { total, totalIsExact } = data
  const isNumbered = totalIsExact && state.query['exactTotal'] === undefined
  return (
    <Group justify="space-between" mt="sm" gap="sm">
      <Group gap="xs">
        <Text size="sm" c="dimmed" data-testid="total">
          {totalIsExact ? frame('total', { count: total }) : t('totalAtLeast', { total: grouped(total) })}
        </Text>
        {!totalIsExact && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              const { pageNum = '', after = '', before = '' } = state.query
              state.set({ pageNum, after, before, exactTotal: 'true' }, { replace: true })
            }}
          >
            {t('countAll')}
          </Button>
        )}
      </Group>
      <Group gap="sm" component="nav" aria-label={frame('pages')}>
        <NativeSelect
          aria-label={t('pageSize')}
          data={[...PAGE_SIZES]}
          value={String(state.pageSize)}
          w={84}
          onChange={({ currentTarget: { value } }) => state.set({ pageSize: value }, { replace: true })}
        />
        {isNumbered ? <Numbers {...props} /> : <Steps {...props} />}
      </Group>
    </Group>
  )
}
