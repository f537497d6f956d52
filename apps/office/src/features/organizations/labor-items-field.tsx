import { LABOR_FORMS } from '@consilium/contract/agreements/labor-forms.ts'
import {
  LISTED_ITEMS,
  ONE_ITEM,
  TAX_ITEM_LABELS,
  TAX_ITEMS,
  type LaborItems,
} from '@consilium/contract/organizations/tax-settings.ts'
import { Fieldset, Group, Input, Radio, Select, SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useField } from '../../components/forms/fields.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { organizationTexts } from './texts.ts'

const PRESETS = { listedItems: LISTED_ITEMS, oneItem: ONE_ITEM } as const
type Preset = keyof typeof PRESETS
const PRESET_NAMES: readonly Preset[] = ['listedItems', 'oneItem']

const isSame = (one: LaborItems, other: LaborItems) => LABOR_FORMS.every((form) => one[form] === other[form])

/** The item of the tax law of each service type, and the two usual answers, which set all of them at once. */
export function LaborItemsField() {
  const t = useTexts(organizationTexts)
  const forms = useDictionary('labor_form')
  const item = useLabel(TAX_ITEM_LABELS)
  const { input, common, set, value } = useField('laborItems')
  const items = value as LaborItems
  return (
    <Fieldset legend={t('laborItems')} data-path="laborItems">
      <Stack gap="sm">
        <Radio.Group
          label={t('usualItems')}
          description={t('laborItemsHint')}
          value={PRESET_NAMES.find((name) => isSame(items, PRESETS[name])) ?? ''}
          onChange={(name) => set(PRESETS[name as Preset])}
        >
          <Group mt={6} gap="lg">
            {PRESET_NAMES.map((name) => (
              <Radio key={name} value={name} label={t(name)} />
            ))}
          </Group>
        </Radio.Group>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          {LABOR_FORMS.map((form) => (
            <Select
              key={form}
              label={forms.label(form)}
              data={TAX_ITEMS.map((each) => ({ value: each, label: item(each) }))}
              value={items[form]}
              allowDeselect={false}
              readOnly={common.readOnly}
              onChange={(next) => next !== null && set({ ...items, [form]: next })}
            />
          ))}
        </SimpleGrid>
        {input.error && <Input.Error>{input.error as ReactNode}</Input.Error>}
      </Stack>
    </Fieldset>
  )
}
