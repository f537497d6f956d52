import { Text } from '@mantine/core'
import { Dialog } from '../../dialogs/dialog.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { frameTexts } from '../../texts.ts'
import { listTexts } from '../texts.ts'
import type { BulkReport } from './bulk.ts'
import table from '../../table.module.css'

/** Lists the rows that a bulk action could not change, with the reasons. */
export default function Report({ report, onClose }: { report: BulkReport; onClose: () => void }) {
  const t = useTexts(listTexts)
  const frame = useTexts(frameTexts)
  const title = t('bulkDone', { done: report.done, failed: report.failures.length })
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Text size="sm" mb="sm">
        {t('bulkFailed')}
      </Text>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('record')}</th>
            <th scope="col">{frame('reason')}</th>
          </tr>
        </thead>
        <tbody>
          {report.failures.map(({ id, title: name, reason }) => (
            <tr key={id}>
              <td>{name}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
