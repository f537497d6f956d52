/** Names, workplaces and occupations. Hospitals and companies are invented. */
export const SURNAMES = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾萧田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏',
  '欧阳',
  '司徒',
  '上官',
]

export const GIVEN_NAMES = [
  '文博',
  '晓明',
  '志远',
  '建国',
  '丽华',
  '海燕',
  '思源',
  '雨桐',
  '嘉怡',
  '子轩',
  '浩然',
  '梦洁',
  '国强',
  '秀英',
  '玉兰',
  '振宇',
  '俊杰',
  '佳琪',
  '明哲',
  '雅静',
  '永康',
  '春梅',
  '立新',
  '淑珍',
  '天佑',
  '若曦',
  '景行',
  '书瑶',
  '怀瑾',
  '云帆',
  '敏',
  '静',
  '磊',
  '洋',
  '艳',
  '涛',
  '超',
  '霞',
  '平',
  '刚',
  '桂芳',
  '军',
  '倩',
  '堃',
  '喆',
  '颖',
  '鹏飞',
  '婷婷',
  '慧敏',
  '世杰',
  '正清',
  '念慈',
  '知行',
  '一鸣',
  '卓然',
  '安宁',
  '博雅',
  '承志',
  '德馨',
  '凤仪',
]

export const ENGLISH_NAMES = [
  'Emily Carter',
  'James Whitfield',
  'Priya Raman',
  'Daniel Okafor',
  'Sofia Lindqvist',
  'Thomas Berger',
  'Hannah Sinclair',
  'Marco Bellini',
  'Aisha Rahman',
  'Oliver Grant',
  'Claire Dubois',
  'Kenji Morita',
  'Laura Mendes',
  'Peter Novak',
  'Grace Thornton',
  'Samuel Adeyemi',
]

export const CITIES = [
  { zh: '北京', en: 'Beijing', region: '北京市 朝阳区' },
  { zh: '上海', en: 'Shanghai', region: '上海市 徐汇区' },
  { zh: '广州', en: 'Guangzhou', region: '广东省 广州市' },
  { zh: '深圳', en: 'Shenzhen', region: '广东省 深圳市' },
  { zh: '杭州', en: 'Hangzhou', region: '浙江省 杭州市' },
  { zh: '成都', en: 'Chengdu', region: '四川省 成都市' },
  { zh: '武汉', en: 'Wuhan', region: '湖北省 武汉市' },
  { zh: '西安', en: "Xi'an", region: '陕西省 西安市' },
  { zh: '南京', en: 'Nanjing', region: '江苏省 南京市' },
  { zh: '长沙', en: 'Changsha', region: '湖南省 长沙市' },
  { zh: '沈阳', en: 'Shenyang', region: '辽宁省 沈阳市' },
  { zh: '青岛', en: 'Qingdao', region: '山东省 青岛市' },
]
export type City = (typeof CITIES)[number]

export const HOSPITALS = [
  '明济医院',
  '慈安医院',
  '弘仁医院',
  '同泽医院',
  '瑞宁医院',
  '江大附属第一医院',
  '德馨儿童医院',
]
export const ENGLISH_HOSPITALS = [
  'Harbourview Hospital',
  "St. Clement's Hospital",
  'Lakeside University Hospital',
]

export const DEPARTMENTS = [
  { zh: '心血管内科', en: 'Cardiology' },
  { zh: '肿瘤内科', en: 'Medical Oncology' },
  { zh: '内分泌科', en: 'Endocrinology' },
  { zh: '呼吸与危重症医学科', en: 'Respiratory Medicine' },
  { zh: '肾内科', en: 'Nephrology' },
  { zh: '神经内科', en: 'Neurology' },
  { zh: '风湿免疫科', en: 'Rheumatology' },
  { zh: '消化内科', en: 'Gastroenterology' },
  { zh: '儿科', en: 'Paediatrics' },
  { zh: '血液科', en: 'Haematology' },
]

export const TITLES = [
  { zh: '主任医师', en: 'Professor', fee: 5000 },
  { zh: '副主任医师', en: 'Consultant', fee: 3000 },
  { zh: '主治医师', en: 'Attending Physician', fee: 1500 },
  { zh: '药学部主任', en: 'Head of Pharmacy', fee: 2500 },
]

export const BANKS = ['中国工商银行', '中国建设银行', '招商银行', '中国银行', '交通银行', '中国农业银行']

export const SPONSORS = [
  '康泽制药有限公司',
  '瑞衡生物科技股份有限公司',
  '安澜药业集团有限公司',
  'Northbridge Biosciences (China) Co., Ltd.',
  '启辰医疗器械有限公司',
  '华沛诊断技术有限公司',
  'Aldermere Pharma Asia Ltd.',
  '恒粟基因科技有限公司',
  '诺维安医药有限公司',
]
export const EXECUTORS = [
  '仁和会务服务有限公司',
  '博远会展有限公司',
  '云岸学术传播有限公司',
  'Meridian Medical Meetings Ltd.',
  '青禾医学咨询有限公司',
  '知衡文化传播有限公司',
  '远川会议服务有限公司',
  'Bluewater Congress Partners',
  '嘉会医学推广有限公司',
  '同舟公关顾问有限公司',
  '朗润会务有限公司',
]
export const SPONSOR_NATURES = ['医药制造', '生物技术', '医疗器械', '体外诊断']
export const EXECUTOR_NATURES = ['会议服务', '会展策划', '医学传播']
