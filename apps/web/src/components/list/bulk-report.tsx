import { Modal, Table, Text } from '@mantine/core'
import { useTexts } from '../../lib/texts.ts'
import { frameTexts } from '../texts.ts'
import type { BulkReport } from './bulk.ts'

/** Which rows a bulk action has left as they were, and why. */
export default function Report({ report, onClose }: { report: BulkReport; onClose: () => void }) {
  const t = useTexts(frameTexts)
  const title = t('bulkDone', { done: report.done, failed: report.failures.length })
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': t('close') }}>
      <Text size="sm" mb="sm">
        {t('bulkFailed')}
      </Text>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('record')}</Table.Th>
            <Table.Th scope="col">{t('reason')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {report.failures.map(({ id, title: name, reason }) => (
            <Table.Tr key={id}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
