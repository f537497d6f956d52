import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import type { Page, View } from '../visit.ts'
import { frameTexts } from './texts.ts'

const NOT_FOUND = 404
/** Asking again would find nothing either. */
const GONE: readonly number[] = [403, NOT_FOUND]

export function missingPage(view: View): Page {
  const t = view.say(frameTexts)
  return {
    status: NOT_FOUND,
    title: t('notFound'),
    body: (
      <>
        <p class="soft">{t('notFoundHint')}</p>
        <Button href="/">{t('toHome')}</Button>
      </>
    ),
  }
}

interface Failure {
  status: number
  refusal: ErrorAnswer
}

/** A page that could not be made, with the number by which its request is found in the log. */
export function failurePage(view: View, { status, refusal }: Failure): Page {
  const t = view.say(frameTexts)
  const isGone = GONE.includes(status)
  return {
    status,
    title: t(isGone ? 'recordGone' : 'requestFailed'),
    body: (
      <Notice tone="bad" title={isGone ? t('notFoundHint') : t('requestFailed')}>
        {status !== NOT_FOUND && <p>{refusal.msg}</p>}
        {!isGone && <code>{t('requestId', { id: refusal.requestId })}</code>}
        <Button href={isGone ? '/' : ''}>{t(isGone ? 'toHome' : 'retry')}</Button>
      </Notice>
    ),
  }
}
