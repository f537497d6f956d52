import { CallFailed } from '@consilium/contract/client.ts'
import { IN_USE_LABELS, type InUseKind } from '@consilium/contract/in-use.ts'
import { Anchor, List, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLabel, useComma } from '../../lib/format.ts'
import { useLanguage } from '../../lib/texts.ts'
import { useErrorText } from '../dialogs/request-error.tsx'

/** Pages of the records of each kind: each on its own page, or their list. */
const PAGES: Record<InUseKind, (id: number) => string> = {
  project: (id) => `/projects/${id}`,
  meeting: (id) => `/meetings/${id}`,
  plan: (id) => `/plans/${id}`,
  specialPlan: (id) => `/special-plans/${id}`,
  supportIntent: () => '/support-intents',
  executionIntent: () => '/execution-intents',
  capPolicy: () => '/caps',
  publicitySupport: () => '/publicity-intents',
  publicityExecution: () => '/publicity-intents',
}

type Detail = NonNullable<CallFailed['answer']['details']>[number]

const isKind = (kind: string | undefined): kind is InUseKind => kind !== undefined && kind in IN_USE_LABELS

function Use({ kind, count, records }: { kind: InUseKind; count: number; records: Detail['records'] }) {
  const label = useLabel(IN_USE_LABELS)
  const comma = useComma()
  const language = useLanguage()
  const named = records ?? []
  return (
    <List.Item>
      {label(kind)}
      {language === 'en' ? ` (${count}): ` : `（${count}）：`}
      {named.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && comma}
          <Anchor size="sm" href={PAGES[kind](id)}>
            {name}
          </Anchor>
        </span>
      ))}
      {named.length < count && '…'}
    </List.Item>
  )
}

/** Returns the message of an error. For a record that is in use it lists the referring records with links. */
export function useErrorNote(): (error: unknown) => ReactNode {
  const say = useErrorText()
  return (error) => {
    const details = error instanceof CallFailed ? (error.answer.details ?? []) : []
    const uses = details.flatMap(({ kind, count, records }) =>
      isKind(kind) && count !== undefined ? [{ kind, count, records }] : [],
    )
    if (uses.length === 0) return say(error)
    return (
      <>
        <Text size="sm" component="span">
          {say(error)}
        </Text>
        <List size="sm" mt="xs">
          {uses.map((use) => (
            <Use key={use.kind} {...use} />
          ))}
        </List>
      </>
    )
  }
}
