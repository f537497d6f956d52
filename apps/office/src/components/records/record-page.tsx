import { CallFailed } from '@consilium/contract/client.ts'
import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isValidElement, type CSSProperties, type ReactNode } from 'react'
import { recordQuery } from '../../lib/record-query.ts'
import { useTexts } from '../../lib/texts.ts'
import type { Crumb } from '../breadcrumbs.tsx'
import { PageHeader } from '../page-header.tsx'
import { RequestError } from '../dialogs/request-error.tsx'
import { SlowNote } from '../slow-note.tsx'
import classes from './record-page.module.css'
import { frameTexts } from '../texts.ts'
import type { RecordOf } from '../../lib/record-of.ts'
import { dated } from '../dated.tsx'

/** Reads one record. */
export const useRecord = <R extends CalledRoute>(route: R, params: Record<string, unknown>) =>
  useQuery(recordQuery(route, params))

/** Asking again would find nothing either. */
export const isGone = (error: unknown) =>
  error instanceof CallFailed && (error.status === 404 || error.status === 403)

interface RecordPageProps<R extends CalledRoute> {
  route: R
  params: Record<string, unknown>
  title: (record: RecordOf<R>) => string
  subtitle?: (record: RecordOf<R>) => ReactNode
  backTo?: string | ((record: RecordOf<R>) => string)
  trail?: (record: RecordOf<R>) => readonly Crumb[]
  actions?: (record: RecordOf<R>) => ReactNode
  children: (record: RecordOf<R>) => ReactNode
}

/** The frame of a detail page: reads the record and shows a loading state or the error. */
export function RecordPage<R extends CalledRoute>(props: RecordPageProps<R>) {
  const t = useTexts(frameTexts)
  const { route, params, backTo } = props
  const { data: record, error, refetch, isFetching } = useRecord(route, params)
  const address = typeof backTo === 'function' ? record && backTo(record) : backTo
  const trail = record && props.trail?.(record)
  const back = { ...(address === undefined ? {} : { backTo: address }), ...(trail ? { trail } : {}) }
  if (record === undefined)
    return (
      <>
        <PageHeader
          title={error ? t(isGone(error) ? 'recordGone' : 'cannotShow') : t('loading')}
          isLoading={!error}
          {...back}
        />
        {error ? (
          <RequestError
            error={error}
            {...(isGone(error) ? { title: t('notFoundHint') } : { onRetry: () => void refetch() })}
          />
        ) : (
          <>
            <SlowNote
              queryKey={recordQuery(route, params).queryKey}
              isFetching={isFetching}
              isStopped={!isFetching}
              onRetry={() => void refetch()}
            />
            {isFetching && <RecordSkeleton />}
          </>
        )}
      </>
    )
  const subtitle = props.subtitle?.(record)
  const actions = props.actions?.(record)
  return (
    <>
      <PageHeader
        title={props.title(record)}
        {...back}
        {...(subtitle === undefined ? {} : { subtitle })}
        {...(actions === undefined ? {} : { actions })}
      />
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      <Stack gap="md">{props.children(record)}</Stack>
    </>
  )
}

const SKELETON_LINES = 6
function RecordSkeleton() {
  return (
    <Paper withBorder p="md" radius="md" aria-busy="true">
      <div className={classes.lines}>
        {Array.from({ length: SKELETON_LINES }, (_, index) => (
          <Skeleton key={index} height={38} />
        ))}
      </div>
    </Paper>
  )
}

/** A section of a page with its own heading. */
export function Section({
  title,
  heading = title,
  actions,
  children,
}: {
  title: string
  /** The title as it is shown, if its parts may stand on lines of their own. */
  heading?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h5">
          {heading}
        </Title>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Paper>
  )
}

/** What is said of a record, beside what happened: a narrow list across the page would leave the place beside it empty. */
export const Halves = ({ children, beside }: { children: ReactNode; beside: ReactNode }) => (
  <div className={classes.halves}>
    <Stack gap="md">{children}</Stack>
    <Stack gap="md">{beside}</Stack>
  </div>
)

/** Latin letters in half the width of a phone; a Chinese character is as wide as two. A longer text has the whole width. */
const SHORT_TEXT = 20
/** A code of digits and capitals has no place to break, and is wider than other texts of its length. */
const LONG_CODE = /^[A-Z\d]{17,}$/
const widthOf = (text: string) => text.length + (text.match(/[^\u0000-\u2fff]/g)?.length ?? 0)
const isLongText = (value: unknown) =>
  typeof value === 'string' && (widthOf(value) > SHORT_TEXT || value.includes('\n') || LONG_CODE.test(value))
/** A link is as long as its words. */
const isLong = (value: ReactNode) =>
  isLongText(isValidElement<{ children?: unknown }>(value) ? value.props.children : value)

/** A text of so many lines in a column would leave the place beside it empty. */
const ESSAY = 240
/** So long a line wants more than a column of half a page. */
const LONG_LINE = 80
const isEssay = (value: ReactNode, isFit: boolean): boolean =>
  typeof value === 'string'
    ? widthOf(value) > ESSAY || (isFit && value.split('\n').some((line) => widthOf(line) > LONG_LINE))
    : isValidElement<{ children?: ReactNode }>(value) && isEssay(value.props.children, isFit)

/**
 * Labels and values of a record; `flow` stands each beside the other as wide as it is, where a list has to stay in sight, and
 * `cols="fit"` as many as half a page has room for.
 */
export function Facts({
  items,
  cols = 3,
  flow = false,
}: {
  /** A value that is not a plain text says itself that it is long. */
  items: readonly (readonly [label: string, value: ReactNode, isLong?: true])[]
  cols?: number | 'fit'
  flow?: boolean
}) {
  const isFit = cols === 'fit'
  const kind = (flow && 'flow') || (isFit && 'fit')
  return (
    <dl
      className={kind ? `${classes['facts']} ${classes[kind]}` : classes['facts']}
      style={{ '--columns': cols } as CSSProperties}
    >
      {items.map(([label, value, isWide]) => (
        <div
          key={label}
          data-row
          className={classes[isEssay(value, isFit) ? 'essay' : isWide || isLong(value) ? 'long' : '']}
        >
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {dated(value)}
          </Text>
        </div>
      ))}
    </dl>
  )
}
