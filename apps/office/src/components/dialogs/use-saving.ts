import type { CalledRoute } from '@consilium/contract/light-route.ts'
import type { AnsweredFile } from '@consilium/contract/client.ts'
import { isInWeChat } from '@consilium/web-kit/in-wechat.ts'
import { useState } from 'react'
import { notifyFailed } from './notify.ts'
import { useErrorText } from './request-error.tsx'
import { frameTexts } from '../texts.ts'
import { callLoosely, saveFile } from '../../lib/requests/api.ts'
import { explainSaving } from '../../lib/requests/in-wechat.ts'
import { useTexts } from '../../lib/texts.ts'

/** Saves a file that experts may ask for within WeChat, which drops downloads without a word. */
export function saveOrExplain(answered: AnsweredFile, name: string): void {
  if (isInWeChat()) explainSaving()
  else saveFile(answered, name)
}

/** Saves a file that a route answers, and says why it cannot be had. */
export function useSaving() {
  const frame = useTexts(frameTexts)
  const say = useErrorText()
  const [isRunning, setRunning] = useState(false)
  const save = async (
    route: CalledRoute,
    input: { query?: Record<string, unknown>; params?: Record<string, unknown> },
    name: string,
  ) => {
    setRunning(true)
    try {
      saveOrExplain(await callLoosely<AnsweredFile>(route, input), name)
    } catch (error) {
      notifyFailed(frame('requestFailed'), say(error))
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, save }
}
