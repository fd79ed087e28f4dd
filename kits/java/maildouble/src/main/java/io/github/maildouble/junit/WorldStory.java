package io.github.maildouble.junit;

/** What happened in the world of a failed test, as a suppressed exception of its error. */
public final class WorldStory extends Exception {
  private static final long serialVersionUID = 1L;

  WorldStory(String story) {
    super(story, null, false, false);
  }

  @Override
  public String toString() {
    return getMessage();
  }
}
