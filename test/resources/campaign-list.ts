/** The id of the list of the worlds for campaigns. */
export const LIST = 'a1b2c3d4e5'
