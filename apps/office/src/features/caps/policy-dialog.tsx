import {
  CAP_MEASURE_LABELS,
  CAP_PERIOD_LABELS,
  CAP_SCOPE_LABELS,
  type CapPolicy,
} from '@consilium/contract/caps/caps.ts'
import { Group, Stack, Text } from '@mantine/core'
import { isChosen } from '../../components/rules/start.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { money, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { OVERLAP_TEXTS } from './overlaps.ts'
import { capTexts } from './texts.ts'

interface LinesProps {
  caption: string
  /** For whom or what, and the figure. */
  lines: readonly (readonly [of: string, figure: string])[]
}

function Lines({ caption, lines }: LinesProps) {
  const t = useTexts(capTexts)
  return (
    <section aria-label={caption}>
      <Text size="sm" fw={600} component="h3" m={0} mb={4}>
        {caption}
      </Text>
      {lines.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      )}
      <Stack gap={4}>
        {lines.map(([of, figure]) => (
          <Group key={of} justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm">{of}</Text>
            <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
              {figure}
            </Text>
          </Group>
        ))}
      </Stack>
    </section>
  )
}

/** The caps and fee tiers of one version. */
export default function PolicyDialog({ policy, onClose }: { policy: CapPolicy; onClose: () => void }) {
  const t = useTexts(capTexts)
  const [scope, period, measure] = [
    useLabel(CAP_SCOPE_LABELS),
    useLabel(CAP_PERIOD_LABELS),
    useLabel(CAP_MEASURE_LABELS),
  ]
  const forms = useDictionary('labor_form')
  const { validFrom, note, overlaps, caps, tiers, products } = policy
  const productOf = (id: number | null) => products.find(({ dimensionId }) => dimensionId === id)?.name ?? []
  return (
    <Dialog
      title={isChosen(validFrom) ? t('policyOf', { date: validFrom }) : t('title')}
      size="lg"
      onClose={onClose}
    >
      <Stack gap="md">
        {note !== null && <Text size="sm">{note}</Text>}
        <Text size="sm">
          {t('overlaps')} · {t(OVERLAP_TEXTS[overlaps])}
        </Text>
        <Lines
          caption={t('caps')}
          lines={caps.map((cap) => [
            [scope(cap.scope), productOf(cap.productId), period(cap.period), measure(cap.measure)]
              .flat()
              .join(' · '),
            money(cap.measure === 'count' ? (cap.limit.split('.')[0] ?? cap.limit) : cap.limit),
          ])}
        />
        <Lines
          caption={`${t('tiers')} · ${t('highest')}`}
          lines={tiers.map(({ title, post, laborForm, minutes, highest }) => {
            const conditions = [
              title ?? [],
              post ?? [],
              laborForm === null ? [] : forms.label(laborForm),
              minutes === null ? [] : t('upTo', { minutes }),
            ].flat()
            return [conditions.length === 0 ? t('allOthers') : conditions.join(' · '), money(highest)]
          })}
        />
      </Stack>
    </Dialog>
  )
}
