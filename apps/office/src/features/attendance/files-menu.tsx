import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { Menu } from '@mantine/core'
import { useSaving } from '../../components/dialogs/use-saving.ts'
import { useTexts } from '../../lib/texts.ts'
import { FilesTarget } from './files-target.tsx'
import { attendanceTexts } from './texts.ts'

export interface FilesMenuProps {
  meetingId: number
  isRunner: boolean
}

/** The documents that are issued are for those who run the meeting. */
export default function FilesMenu({ meetingId, isRunner }: FilesMenuProps) {
  const t = useTexts(attendanceTexts)
  const { isRunning, save } = useSaving()
  const query = { meetingId }
  return (
    <Menu defaultOpened>
      <Menu.Target>
        <FilesTarget loading={isRunning} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save(attendanceRoutes.sheet, { query }, `${t('attendance')}.xlsx`)}>
          {t('sheet')}
        </Menu.Item>
        {isRunner && (
          <>
            <Menu.Item
              onClick={() => void save(attendanceRoutes.sheetPdf, { query }, `${t('attendance')}.pdf`)}
            >
              {t('sheetPdf')}
            </Menu.Item>
            <Menu.Item
              onClick={() => void save(attendanceRoutes.certificates, { query }, `${t('certificate')}.zip`)}
            >
              {t('certificates')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
