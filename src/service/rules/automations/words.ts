import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { AutomationAction, Delay, WorkflowType } from '../../model/automations/automation.ts'

/** The name of each type of workflow. */
export const TITLES: { readonly [Type in WorkflowType]: string } = {
  abandonedBrowse: 'Abandoned Browse',
  abandonedCart: 'Abandoned Cart',
  api: 'API',
  bestCustomers: 'Best Customers',
  categoryFollowup: 'Category Followup',
  dateAdded: 'Date Added to List',
  emailFollowup: 'Email Followup',
  emailSeries: 'Email Series',
  groupAdd: 'Joins Group',
  groupRemove: 'Leaves Group',
  transactional: 'Transactional Followup',
  productFollowup: 'Product Followup',
  purchaseFollowup: 'Purchase Followup',
  recurringEvent: 'Recurring Event',
  specialEvent: 'Special Event',
  visitUrl: 'Visits a Page',
  welcomeSeries: 'Welcome Series',
  tagAdd: 'Tagged Contact',
  singleWelcome: 'Welcome New Contacts',
}

/** The action from which the first email of a workflow counts, if a plan names none. */
export const FIRST_ACTIONS: { readonly [Type in WorkflowType]: AutomationAction } = {
  abandonedBrowse: 'ecomm_abandoned_browse',
  abandonedCart: 'ecomm_abandoned_cart',
  api: 'api',
  bestCustomers: 'ecomm_bought_any',
  categoryFollowup: 'ecomm_bought_category',
  dateAdded: 'date_added',
  emailFollowup: 'opened_email',
  emailSeries: 'manual',
  groupAdd: 'group_add',
  groupRemove: 'group_remove',
  transactional: 'transactional_any',
  productFollowup: 'ecomm_bought_product',
  purchaseFollowup: 'ecomm_bought_any',
  recurringEvent: 'annual',
  specialEvent: 'date',
  visitUrl: 'goal',
  welcomeSeries: 'signup',
  tagAdd: 'tag_add',
  singleWelcome: 'signup',
}

const ACTIONS: { readonly [Action in AutomationAction]: string } = {
  previous_campaign_sent: 'the previous email is sent',
  previous_campaign_opened: 'the previous email is opened',
  previous_campaign_not_opened: 'the previous email is not opened',
  previous_campaign_clicked_any: 'a link in the previous email is clicked',
  previous_campaign_not_clicked_any: 'no link in the previous email is clicked',
  previous_campaign_specific_clicked: 'a certain link in the previous email is clicked',
  ecomm_bought_any: 'something is bought',
  ecomm_bought_product: 'a certain product is bought',
  ecomm_bought_category: 'a product of a certain category is bought',
  ecomm_not_bought_any: 'nothing is bought',
  ecomm_abandoned_cart: 'a cart is abandoned',
  ecomm_abandoned_browse: 'a product is viewed and not bought',
  campaign_sent: 'a certain campaign is sent',
  opened_email: 'a certain campaign is opened',
  not_opened_email: 'a certain campaign is not opened',
  clicked_email: 'a link in a certain campaign is clicked',
  not_clicked_email: 'no link in a certain campaign is clicked',
  campaign_specific_clicked: 'a certain link in a campaign is clicked',
  manual: 'a contact is added by hand',
  signup: 'a contact signs up',
  merge_changed: 'a merge field changes',
  group_add: 'a contact joins a group',
  group_remove: 'a contact leaves a group',
  transactional_sent: 'a transactional email is sent',
  transactional_opened: 'a transactional email is opened',
  transactional_clicked: 'a link in a transactional email is clicked',
  transactional_any: 'something happens to a transactional email',
  api: 'a contact is added through the API',
  goal: 'a page is visited',
  annual: 'a date comes round again',
  birthday: "a contact's birthday",
  date: 'a date',
  date_added: 'a contact is added',
  tag_add: 'a tag is added to the contact',
}

export function delayView({ amount, type, direction, action }: Delay): ServiceSchemas['AutomationDelay'] {
  const words = ACTIONS[action]
  const described = { action, action_description: words }
  if (type === 'now') return { type, ...described, full_description: `Immediately after ${words}` }
  const unit = amount === 1 ? type : `${type}s`
  return { amount, type, direction, ...described, full_description: `${amount} ${unit} ${direction} ${words}` }
}
