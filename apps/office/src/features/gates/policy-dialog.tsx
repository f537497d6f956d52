import { CHECK_LABELS, GATE_MODE_LABELS } from '@consilium/contract/gates/gates.ts'
import type { GatePolicy } from '@consilium/contract/gates/gate-routes.ts'
import { MEETING_STAGES } from '@consilium/contract/meetings/meetings.ts'
import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import { isChosen } from '../../components/rules/start.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { gateTexts } from './texts.ts'

const COLORS = { block: 'red', warn: 'yellow', off: 'gray' } as const

/** The rules of one version, by the stage that a meeting enters. */
export default function PolicyDialog({ policy, onClose }: { policy: GatePolicy; onClose: () => void }) {
  const t = useTexts(gateTexts)
  const check = useLabel(CHECK_LABELS)
  const mode = useLabel(GATE_MODE_LABELS)
  const stages = useDictionary('meeting_stage')
  const { validFrom, note, rules } = policy
  const entered = MEETING_STAGES.filter((stage) => rules.some((rule) => rule.stage === stage))
  return (
    <Dialog
      title={isChosen(validFrom) ? t('policyOf', { date: validFrom }) : t('policies')}
      size="lg"
      onClose={onClose}
    >
      <Stack gap="md">
        {note !== null && <Text size="sm">{note}</Text>}
        {entered.map((stage) => (
          <Stack key={stage} gap="xs" component="section" aria-label={stages.label(stage)}>
            <Title order={3} size="sm">
              {t('gateOf', { stage: stages.label(stage) })}
            </Title>
            {rules
              .filter((rule) => rule.stage === stage)
              .map((rule) => (
                <Group key={rule.check} justify="space-between" wrap="nowrap" gap="sm">
                  <Text size="sm">
                    {check(rule.check)}
                    {rule.threshold !== null && ` · ${rule.threshold}`}
                  </Text>
                  <Badge variant="light" color={COLORS[rule.mode]}>
                    {mode(rule.mode)}
                  </Badge>
                </Group>
              ))}
          </Stack>
        ))}
      </Stack>
    </Dialog>
  )
}
