import { defineTexts } from '../../lib/texts.ts'

export const presetTexts = defineTexts('gatePresets', {
  title: ['阶段要求', 'Stage requirements'],
  isStrict: [
    '当前为严格规则：协议签署、资料审核等关键检查未满足时，会议不能进入相应阶段。',
    'Strict rules are in force. A meeting cannot move on while an important check, such as signatures or the review of materials, is open.',
  ],
  isAdvisory: [
    '当前为宽松规则：阶段要求仅作提醒，不会阻止会议进入下一阶段。',
    'Advisory rules are in force: checks only warn, and every meeting can move on.',
  ],
  isOwn: [
    '当前为自定义规则，可改用系统提供的严格规则。',
    'Your own rules are in force. You can replace them with the strict rules.',
  ],
  useStrict: ['改用严格规则', 'Use the strict rules'],
  useAdvisory: ['改用宽松规则', 'Use the advisory rules'],
  askStrict: ['改用严格规则？', 'Use the strict rules?'],
  askAdvisory: ['改用宽松规则？', 'Use the advisory rules?'],
  versions: ['查看规则版本', 'See the versions of the rules'],
  fromToday: [
    '自今天起对所有会议生效；以前的版本仍可查看。',
    'They apply to every meeting from today on. Earlier versions stay listed.',
  ],
  effects: ['改用后的影响', 'What it changes'],
  held_one: [
    '{{count}} 场未关闭的会议将因下列检查未满足，暂不能进入下一阶段',
    '{{count}} open meeting cannot move on until these checks are met',
  ],
  held_other: [
    '{{count}} 场未关闭的会议将因下列检查未满足，暂不能进入下一阶段',
    '{{count}} open meetings cannot move on until these checks are met',
  ],
  noneHeld: ['没有会议会因此暂停推进', 'No open meeting will be held back'],
  onlyLatest: ['仅统计最近 {{count}} 场未关闭的会议', 'Only the latest {{count}} open meetings were checked'],
  changes_one: ['{{count}} 项检查的要求有变', '{{count}} check changes'],
  changes_other: ['{{count}} 项检查的要求有变', '{{count}} checks change'],
  entering: ['进入“{{stage}}”：{{checks}}', 'Entering “{{stage}}”: {{checks}}'],
  change: ['{{before}} → {{after}}', '{{before}} → {{after}}'],
  between: ['、', ', '],
  done: ['规则已改用', 'The rules are in force'],
})
