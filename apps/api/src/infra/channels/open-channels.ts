import type { ChannelsConfig } from '../../settings/channel-settings.ts'
import { createAliyunSms } from './aliyun-sms.ts'
import type { Channel, Channels } from './channel.ts'
import { createDingtalkBot } from './dingtalk-bot.ts'
import { createFeishuBot } from './feishu-bot.ts'
import { createFileChannel } from './file-channel.ts'
import { inOrder } from './ordered-sms.ts'
import { createTencentSms } from './tencent-sms.ts'
import { createWebhookSms } from './webhook-sms.ts'
import { createWecomBot } from './wecom-bot.ts'

export const SMS_OUTBOX_FILE = 'sms-outbox.txt'
export const MAIL_OUTBOX_FILE = 'mail-outbox.txt'

/** Providers compare the time of a signature with the real one. */
const now = () => new Date()

interface Place {
  dataDir: string
  /** Whether what has no provider is written to files. */
  isDevelopment: boolean
}

function smsProviders({ sms }: ChannelsConfig): Channel[] {
  return sms.map((provider) => {
    switch (provider.kind) {
      case 'webhook':
        return createWebhookSms(provider, now)
      case 'aliyun':
        return createAliyunSms(provider, now)
      case 'tencent':
        return createTencentSms(provider, now)
    }
  })
}

/** Text messages always have a way; mail has one where a server is set, and in development. */
export type OpenChannels = Channels & { sms: Channel; close: () => void }

/** The channels that the settings name. The caller ends them by `close`. */
export async function openChannels(
  config: ChannelsConfig,
  { dataDir, isDevelopment }: Place,
): Promise<OpenChannels> {
  const [first, ...others] = smsProviders(config)
  // Loaded where it is used, since a start without a mail server has no use for the library.
  const mail = config.mail && (await import('./smtp-mail.ts')).createSmtpMail(config.mail)
  const writtenMail = isDevelopment ? createFileChannel('mail', dataDir, MAIL_OUTBOX_FILE) : null
  const mailChannel = mail ?? writtenMail
  return {
    sms: first ? inOrder([first, ...others]) : createFileChannel('sms', dataDir, SMS_OUTBOX_FILE),
    ...(mailChannel ? { mail: mailChannel } : {}),
    wecom: createWecomBot(),
    dingtalk: createDingtalkBot(now),
    feishu: createFeishuBot(now),
    close: () => mail?.close(),
  }
}
