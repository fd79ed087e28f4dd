package io.github.maildouble.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test of a class a world of its own as a parameter of type {@code MaildoubleWorld}, and adds what happened there to a failed
 * test. The server is that of {@code MAILDOUBLE_URL}, or else one that is started for the run.
 */
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(MaildoubleExtension.class)
public @interface Maildouble {}
