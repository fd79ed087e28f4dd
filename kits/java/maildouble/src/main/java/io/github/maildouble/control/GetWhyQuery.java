// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The parameters of a query.
 *
 * @param entity The kind of object. One of {@code abuse_report}, {@code account}, {@code account_export}, {@code authorized_app}, {@code automation}, {@code automation_email}, {@code batch}, {@code batch_webhook}, {@code campaign}, {@code campaign_folder}, {@code cart}, {@code change}, {@code connected_site}, {@code contact}, {@code conversation}, {@code conversation_message}, {@code customer}, {@code delivery}, {@code email}, {@code event}, {@code file}, {@code file_folder}, {@code interest}, {@code interest_category}, {@code job}, {@code journey}, {@code landing_page}, {@code list}, {@code member}, {@code merge_field}, {@code note}, {@code oauth_client}, {@code oauth_code}, {@code oauth_token}, {@code order}, {@code product}, {@code report}, {@code request}, {@code segment}, {@code store}, {@code survey}, {@code survey_response}, {@code template}, {@code template_folder}, {@code verified_domain}, {@code webhook}
 * @param id Its id as the API shows it. For a member: the subscriber hash, the address, the contact id, the unique email id or the web id. A merge field can also be named by its tag, a tag or segment by its name, a call by its {@code X-Request-Id}, a change by its {@code event}, a job that has run by its kind and subject as in {@code cause}
 * @param listId The list of the object, if several lists have an object with this id
 * @param storeId The store of the object, if several stores have an object with this id
 * @param path Instead of {@code entity} and {@code id}: the path of a call, or a whole URL; the query is ignored
 */
public record GetWhyQuery(
    @JsonProperty("entity") String entity,
    @JsonProperty("id") String id,
    @JsonProperty("list_id") String listId,
    @JsonProperty("store_id") String storeId,
    @JsonProperty("path") String path) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link GetWhyQuery}. */
  public static final class Builder {
    private String entity;
    private String id;
    private String listId;
    private String storeId;
    private String path;

    private Builder() {}

    /** The kind of object. One of {@code abuse_report}, {@code account}, {@code account_export}, {@code authorized_app}, {@code automation}, {@code automation_email}, {@code batch}, {@code batch_webhook}, {@code campaign}, {@code campaign_folder}, {@code cart}, {@code change}, {@code connected_site}, {@code contact}, {@code conversation}, {@code conversation_message}, {@code customer}, {@code delivery}, {@code email}, {@code event}, {@code file}, {@code file_folder}, {@code interest}, {@code interest_category}, {@code job}, {@code journey}, {@code landing_page}, {@code list}, {@code member}, {@code merge_field}, {@code note}, {@code oauth_client}, {@code oauth_code}, {@code oauth_token}, {@code order}, {@code product}, {@code report}, {@code request}, {@code segment}, {@code store}, {@code survey}, {@code survey_response}, {@code template}, {@code template_folder}, {@code verified_domain}, {@code webhook} */
    public Builder entity(String entity) {
      this.entity = entity;
      return this;
    }

    /** Its id as the API shows it. For a member: the subscriber hash, the address, the contact id, the unique email id or the web id. A merge field can also be named by its tag, a tag or segment by its name, a call by its {@code X-Request-Id}, a change by its {@code event}, a job that has run by its kind and subject as in {@code cause} */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /** The list of the object, if several lists have an object with this id */
    public Builder listId(String listId) {
      this.listId = listId;
      return this;
    }

    /** The store of the object, if several stores have an object with this id */
    public Builder storeId(String storeId) {
      this.storeId = storeId;
      return this;
    }

    /** Instead of {@code entity} and {@code id}: the path of a call, or a whole URL; the query is ignored */
    public Builder path(String path) {
      this.path = path;
      return this;
    }

    /** Returns the record. */
    public GetWhyQuery build() {
      return new GetWhyQuery(entity, id, listId, storeId, path);
    }
  }
}
