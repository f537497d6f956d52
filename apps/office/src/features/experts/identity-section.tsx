import { expertRoutes, type ExpertDetail } from '@consilium/contract/experts/experts.ts'
import { identityRoutes } from '@consilium/contract/experts/identity-routes.ts'
import type { IdentityBasis, IdentityState } from '@consilium/contract/experts/identity-check.ts'
import {
  IDENTITY_FIELD_LABELS,
  IDENTITY_PROBLEM_LABELS,
  IDENTITY_STATE_LABELS,
} from '@consilium/contract/experts/identity-labels.ts'
import { Badge, Button, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { Facts, Section } from '../../components/records/record-page.tsx'
import { minute, orNothing, useLabel } from '../../lib/format.ts'
import { recordQuery } from '../../lib/record-query.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { identityTexts } from './identity-texts.ts'
import { dated } from '../../components/dated.tsx'

const POLL_MS = 3000

const COLORS: Record<IdentityState, string> = {
  notAsked: 'gray',
  asked: 'lagoon',
  match: 'teal',
  mismatch: 'red',
  unknown: 'orange',
  failed: 'orange',
}

/** Reads the expert again while an answer may come any moment; what waits for long is no reason to ask all the time. */
function useAnswer({ expertId, identityCheck: { state, problem } }: ExpertDetail): void {
  const client = useQueryClient()
  const isSoon = state === 'asked' && problem === null
  useEffect(() => {
    if (!isSoon) return undefined
    const { queryKey } = recordQuery(expertRoutes.get, { expertId: String(expertId) })
    const timer = setInterval(() => void client.invalidateQueries({ queryKey }), POLL_MS)
    return () => clearInterval(timer)
  }, [client, expertId, isSoon])
}

/** What the approval of the expert rests on. */
function Basis({ basis }: { basis: IdentityBasis }) {
  const t = useTexts(identityTexts)
  const { by, provider, matchedTime, approvedByName, approvedTime, reason, isChanged } = basis
  const said =
    by === 'verifier'
      ? t('matched', { provider: orNothing(provider), time: minute(matchedTime ?? '') })
      : t('byHand', { name: orNothing(approvedByName), time: minute(approvedTime) })
  return (
    <>
      <Facts
        cols={1}
        items={[[t('basis'), said, true], ...(reason === null ? [] : [[t('reason'), reason, true] as const])]}
      />
      {isChanged && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('changed')}
        </Text>
      )}
    </>
  )
}

/** Whether the expert is who the profile says, by the operator's verifier or by whoever approved it. */
export default function IdentitySection({ expert }: { expert: ExpertDetail }) {
  const t = useTexts(identityTexts)
  const stateLabel = useLabel(IDENTITY_STATE_LABELS)
  const fieldLabel = useLabel(IDENTITY_FIELD_LABELS)
  const problemLabel = useLabel(IDENTITY_PROBLEM_LABELS)
  const between = useLanguage() === 'en' ? ', ' : '、'
  const send = useSend(identityRoutes.ask)
  useAnswer(expert)
  const { isOn, state, fields, provider, answeredTime, problem, nextTime, mayAsk, asksLeft, basis } =
    expert.identityCheck
  if (!isOn && basis === null) return null
  const { expertId, idCardNo } = expert
  const facts = [
    [
      t('state'),
      <Badge key="state" variant="light" color={COLORS[state]}>
        {stateLabel(state)}
      </Badge>,
    ],
    ...(fields.length > 0 ? [[t('differing'), fields.map((field) => fieldLabel(field)).join(between)]] : []),
    ...(provider === null ? [] : [[t('by'), provider]]),
    ...(answeredTime === null ? [] : [[t('answered'), minute(answeredTime)]]),
    ...(problem === null ? [] : [[t('problem'), problemLabel(problem)]]),
  ] as [string, string][]
  return (
    <Section
      title={t('title')}
      actions={
        mayAsk &&
        idCardNo !== null && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={send.isPending}
            onClick={() => send.mutate({ body: { expertId } })}
          >
            {t(state === 'notAsked' ? 'check' : 'checkAgain')}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {send.error && <RequestError error={send.error} />}
        {isOn && <Facts items={facts} />}
        {isOn &&
          (nextTime !== null && problem !== null ? (
            <Text size="sm" c="dimmed">
              {dated(t('next', { time: minute(nextTime) }))}
            </Text>
          ) : (
            <Text size="sm" c="dimmed">
              {t('asksLeft', { count: asksLeft })}
            </Text>
          ))}
        {basis !== null && <Basis basis={basis} />}
      </Stack>
    </Section>
  )
}
