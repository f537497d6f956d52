import { Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { PAGE_SIZES, type ListState } from '../../lib/list-state.ts'
import { useTexts } from '../../lib/texts.ts'
import { usePhone } from '../use-phone.ts'
import { frameTexts } from '../texts.ts'

/** The number of records, and the links to other pages. */
export function ListFooter({
  state,
  total,
  lastPage,
}: {
  state: ListState
  total: number
  lastPage: number
}) {
  const t = useTexts(frameTexts)
  const isPhone = usePhone()
  return (
    <Group justify="space-between" mt="sm" gap="sm">
      <Text size="sm" c="dimmed" data-testid="total">
        {t('total', { count: total })}
      </Text>
      <Group gap="sm" component="nav" aria-label={t('pages')}>
        <NativeSelect
          aria-label={t('pageSize')}
          data={[...PAGE_SIZES]}
          value={String(state.pageSize)}
          w={84}
          onChange={({ currentTarget: { value } }) => state.set({ pageSize: value }, { replace: true })}
        />
        <Pagination
          total={lastPage}
          value={Math.min(state.pageNum, lastPage)}
          siblings={isPhone ? 0 : 1}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? t('nextPage') : t('previousPage'),
          })}
          onChange={(pageNum) => state.set({ pageNum: String(pageNum) })}
        />
      </Group>
    </Group>
  )
}
