import { fileFolders } from '../../../src/service/model/files/file.ts'
import { folders } from '../../../src/service/model/folders/folder.ts'
import { lists } from '../../../src/service/model/lists/list.ts'
import type { Tx } from '../../../src/kernel/world/tx.ts'
import type { Dice } from '../dice.ts'
import type { Bodies } from './bodies.ts'

const HTML = [
  '<p data-edit="text">Sale</p>',
  '<style>@media (max-width: 480px) { p { color: red } }</style><p mc:edit="a">1<p data-edit="a">2',
  '<div data-edit="outer"><b data-edit="inner"><p></b>',
  'no tags',
  '',
]

const folder = (dice: Dice, tx: Tx) =>
  dice.oneOf([
    '',
    'ffffffffff',
    ...tx
      .range(folders.key)
      .all()
      .map(({ id }) => id),
  ])

const list = (dice: Dice, tx: Tx) =>
  dice.oneOf([
    'ffffffffff',
    ...tx
      .range(lists.key)
      .all()
      .map(({ id }) => id),
  ])

const named = (dice: Dice) => ({ name: dice.oneOf<unknown>(['News', 'Spring', '', 7]) })

const page = (dice: Dice, tx: Tx) => ({
  ...(dice.often(50) ? { name: dice.oneOf(['Sale', 'Offer']) } : {}),
  ...(dice.often(50) ? { title: dice.oneOf<unknown>(['All must go', '<b>', '', null]) } : {}),
  ...(dice.often(20) ? { tracking: { track_with_service: dice.oneOf<unknown>([true, false, 'no']) } } : {}),
  ...(dice.often(50) ? { list_id: list(dice, tx) } : {}),
})

/** Three contents, one of them of another type than its name says, and one text that is not base64. */
const FILE_DATA = ['aGVsbG8=', 'R0lGODlhAgADAAAAAAA7', 'JVBERi0xLjQ=', 'a_b-']

const fileFolder = (dice: Dice, tx: Tx) =>
  dice.oneOf([
    0,
    99,
    ...tx
      .range(fileFolders.key)
      .all()
      .map(({ id }) => id),
  ])

const FILE_NAMES = ['a.txt', 'logo.GIF', 'my logo.png', '../é & ü.pdf', 'x.exe', '']

/** Bodies for operations on folders, templates and landing pages; some are invalid. */
export const contentBodies: Bodies = {
  createTemplateFolder: named,
  updateTemplateFolder: named,
  createCampaignFolder: named,
  updateCampaignFolder: named,
  createTemplate: (dice, tx) => ({
    name: dice.oneOf(['Sale', 'sale', '']),
    html: dice.oneOf(HTML),
    ...(dice.often(50) ? { folder_id: folder(dice, tx) } : {}),
  }),
  updateTemplate: (dice, tx) => ({
    ...(dice.often(40) ? { name: dice.oneOf(['Sale', 'Offer']) } : {}),
    ...(dice.often(40) ? { html: dice.oneOf(HTML) } : {}),
    ...(dice.often(40) ? { folder_id: folder(dice, tx) } : {}),
  }),
  uploadFile: (dice, tx) => ({
    name: dice.oneOf(FILE_NAMES),
    file_data: dice.oneOf(FILE_DATA),
    ...(dice.often(50) ? { folder_id: fileFolder(dice, tx) } : {}),
  }),
  updateFile: (dice, tx) => ({
    ...(dice.often(40) ? { name: dice.oneOf(FILE_NAMES) } : {}),
    ...(dice.often(60) ? { folder_id: fileFolder(dice, tx) } : {}),
  }),
  createFileFolder: named,
  updateFileFolder: named,
  createLandingPage: (dice, tx) => ({ ...page(dice, tx), list_id: list(dice, tx), type: dice.oneOf(['signup', 'product', 'x']) }),
  updateLandingPage: page,
}
