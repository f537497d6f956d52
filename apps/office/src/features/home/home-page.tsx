import { PageHeader } from '../../components/page-header.tsx'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import StaffHome from './staff-home.tsx'
import { homeTexts } from './texts.ts'

/** The home of everybody but experts, whose pages are an app of their own. */
export function Page() {
  const t = useTexts(homeTexts)
  const { user } = useSession()
  return (
    <>
      <PageHeader title={t('hello', { name: user.name })} />
      <StaffHome />
    </>
  )
}
