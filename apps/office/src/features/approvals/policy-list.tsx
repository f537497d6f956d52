import {
  APPROVAL_KIND_LABELS,
  APPROVAL_KINDS,
  APPROVAL_OWNER_LABELS,
  type ApprovalKind,
} from '@consilium/contract/approvals/approval-kinds.ts'
import {
  approvalPolicyRoutes,
  type CurrentApprovalPolicy,
} from '@consilium/contract/approvals/approval-policies.ts'
import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { LinkButton } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useLabel } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useSentence } from './parts.tsx'
import { approvalTexts } from './texts.ts'

export const useCurrentPolicies = () =>
  useQuery({
    queryKey: [approvalPolicyRoutes.current.path],
    queryFn: ({ signal }) => call(approvalPolicyRoutes.current, { signal }),
  })

/** The steps of one owner, in words. */
function Owned({ policy }: { policy: CurrentApprovalPolicy }) {
  const t = useTexts(approvalTexts)
  const ownerLabel = useLabel(APPROVAL_OWNER_LABELS)
  const sentence = useSentence()
  const { owner, steps, validFrom } = policy
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {t('ofOwner', { owner: owner.orgName ?? ownerLabel(owner.kind) })} ·{' '}
        {validFrom === null ? t('shipped') : t('since', { date: validFrom })}
      </Text>
      {steps.length === 0 && <Text size="sm">{t('takesEffect')}</Text>}
      {steps.map((step, index) => (
        <Text key={index} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {index + 1}.{' '}
          {sentence(policy.kind, {
            ...step,
            names: step.persons.map(({ name }) => name),
            escalateNames: step.escalateTo.map(({ name }) => name),
          })}
        </Text>
      ))}
    </Stack>
  )
}

function Kind({ kind, policies }: { kind: ApprovalKind; policies: readonly CurrentApprovalPolicy[] }) {
  const t = useTexts(approvalTexts)
  const may = useMay()
  const label = useLabel(APPROVAL_KIND_LABELS)(kind)
  return (
    <Paper withBorder radius="md" p="sm" component="section" aria-label={label}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Title order={2} size="h6">
          {label}
        </Title>
        {may(approvalPolicyRoutes.create) && (
          <LinkButton
            to={`/approval-policies/new?kind=${kind}`}
            variant="default"
            aria-label={`${t('newPolicy')} · ${label}`}
          >
            {t('newPolicy')}
          </LinkButton>
        )}
      </Group>
      <Stack gap="xs">
        {policies.map((policy) => (
          <Owned key={`${policy.owner.orgId}`} policy={policy} />
        ))}
      </Stack>
    </Paper>
  )
}

export function Page() {
  const t = useTexts(approvalTexts)
  const { data, error, refetch } = useCurrentPolicies()
  return (
    <>
      <PageHeader title={t('policies')} subtitle={t('policiesHint')} />
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} aria-busy />}
      {data && (
        <Stack gap="sm">
          {APPROVAL_KINDS.map((kind) => (
            <Kind key={kind} kind={kind} policies={data.policies.filter((policy) => policy.kind === kind)} />
          ))}
        </Stack>
      )}
    </>
  )
}
