// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The result of a trigger.
 *
 * @param trigger The name of a trigger. One of {@code member.subscribe}, {@code member.confirm}, {@code member.unsubscribe}, {@code member.update}, {@code member.change_email}, {@code member.complain}, {@code member.bounce}, {@code campaign.send}, {@code campaign.cancel}, {@code campaign.open}, {@code campaign.click}, {@code campaign.forward}, {@code campaign.pick_winner}, {@code feed.publish}, {@code automation.create}, {@code automation.enter}, {@code conversation.reply}, {@code domain.authenticate}, {@code site.install_script}, {@code page.visit}, {@code order.place}, {@code order.update}, {@code cart.fill}, {@code survey.answer}, {@code list.delete}, {@code interest_category.delete}, {@code interest.delete}, {@code merge_field.require}, {@code oauth.approve}, {@code oauth.refuse}, {@code oauth.revoke}, {@code api_key.revoke}, {@code api_key.restore}, {@code account.disable}, {@code account.enable}, {@code outage.start}, {@code outage.end}, {@code event.emit}
 * @param events The webhook events that it caused, in order, whether or not a webhook is registered for them
 * @param deliveries The ids of the deliveries that it caused
 * @param changed The objects that it created, changed or deleted; emails are in {@code emails}
 * @param code With {@code oauth.approve}: the authorization code, to be exchanged for a token
 * @param error With {@code oauth.refuse}: the error that the application gets. One of {@code access_denied}
 * @param errorDescription With {@code oauth.refuse}: the sentence that comes with the error
 * @param state With {@code oauth.approve} and {@code oauth.refuse}: the {@code state} that was sent
 */
public record Triggered(
    @JsonProperty("trigger") String trigger,
    @JsonProperty("events") List<TriggeredEventsItem> events,
    @JsonProperty("deliveries") List<Integer> deliveries,
    @JsonProperty("changed") List<TriggeredChangedItem> changed,
    @JsonProperty("code") String code,
    @JsonProperty("error") String error,
    @JsonProperty("error_description") String errorDescription,
    @JsonProperty("state") String state) {
}
