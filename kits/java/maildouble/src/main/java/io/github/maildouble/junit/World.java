package io.github.maildouble.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The options of the world of a test: at its parameter, at the test, or at the class. The nearest one counts as a whole. */
@Inherited
@Target({ElementType.PARAMETER, ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface World {
  /** The scenario. */
  String scenario() default "starter";

  /** A scenario in YAML instead of a name, or {@code classpath:} with the name of a resource. */
  String scenarioInline() default "";

  /** The seed of its data; by default that of the scenario. */
  String seed() default "";

  /** The time at which it begins, ISO 8601; by default that of the scenario. */
  String now() default "";

  /** An outage of the scenario in which it begins. */
  String outage() default "";

  /** Settings as JSON: {@code {"stats_cache": "PT0S"}}. */
  String settings() default "";

  /** A vocabulary as JSON, or {@code classpath:} with the name of a resource. */
  String vocabulary() default "";
}
