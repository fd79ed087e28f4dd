/** The files and folders from which dist/ is made, besides the contracts in spec/. */
export const INPUTS = [
  'build',
  'inspector',
  'kits/behaviours.yaml',
  'scenarios',
  'fixtures',
  'src',
  'package.json',
  'package-lock.json',
]
