// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A web site publishes an item in its feed, from which RSS campaigns are made.
 *
 * @param feedUrl The URL of the feed
 * @param title The title of the item
 * @param link The URL of the item
 * @param description A summary
 * @param content The whole text as HTML
 * @param author The author
 * @param publishedAt When it is published; default: now
 */
public record FeedPublish(
    @JsonProperty("feed_url") String feedUrl,
    @JsonProperty("title") String title,
    @JsonProperty("link") String link,
    @JsonProperty("description") String description,
    @JsonProperty("content") String content,
    @JsonProperty("author") String author,
    @JsonProperty("published_at") String publishedAt) {
  /** Always {@code feed.publish}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "feed.publish";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link FeedPublish}. */
  public static final class Builder {
    private String feedUrl;
    private String title;
    private String link;
    private String description;
    private String content;
    private String author;
    private String publishedAt;

    private Builder() {}

    /** The URL of the feed */
    public Builder feedUrl(String feedUrl) {
      this.feedUrl = feedUrl;
      return this;
    }

    /** The title of the item */
    public Builder title(String title) {
      this.title = title;
      return this;
    }

    /** The URL of the item */
    public Builder link(String link) {
      this.link = link;
      return this;
    }

    /** A summary */
    public Builder description(String description) {
      this.description = description;
      return this;
    }

    /** The whole text as HTML */
    public Builder content(String content) {
      this.content = content;
      return this;
    }

    /** The author */
    public Builder author(String author) {
      this.author = author;
      return this;
    }

    /** When it is published; default: now */
    public Builder publishedAt(String publishedAt) {
      this.publishedAt = publishedAt;
      return this;
    }

    /** Returns the record. */
    public FeedPublish build() {
      return new FeedPublish(feedUrl, title, link, description, content, author, publishedAt);
    }
  }
}
